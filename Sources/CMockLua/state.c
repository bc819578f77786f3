#include "CMockLua.h"
