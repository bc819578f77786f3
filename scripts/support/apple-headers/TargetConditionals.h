/* Replaces Apple's header. The target system is set on the command line. */
#ifndef TARGET_OS_OSX
#error "say which system: -DTARGET_OS_OSX=1, or 0 and -DTARGET_OS_IPHONE=1"
#endif
