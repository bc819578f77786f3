#include "CMockServicesTesting.h"

// Implemented in Swift, in MockServicesTesting.
extern void mocklua_observe_xctest(void);

// Swift can't run a function when a process loads its code. An XCTest observer that is added later doesn't know whether
// a test is already running.
__attribute__((constructor)) static void start(void) { mocklua_observe_xctest(); }
