// Starts observing XCTest before the first test begins.
#pragma once
