// Starts what has to be there before the first test of XCTest begins.
#pragma once
