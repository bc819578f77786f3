/* Stands in for Apple's header: which of its systems is compiled for is told on the command line. */
#ifndef TARGET_OS_OSX
#error "say which system: -DTARGET_OS_OSX=1, or 0 and -DTARGET_OS_IPHONE=1"
#endif
