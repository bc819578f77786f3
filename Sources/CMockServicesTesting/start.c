#include "CMockServicesTesting.h"

// Written in Swift, in MockServicesTesting.
extern void mocklua_observe_xctest(void);

// Swift has no function that runs when a process loads its code. An observer of XCTest that is added later does not
// know whether a test runs already.
__attribute__((constructor)) static void start(void) { mocklua_observe_xctest(); }
