#ifndef MOCKLUA_CYAML_H
#define MOCKLUA_CYAML_H

/* The system's libyaml, found through pkg-config (`yaml-0.1`). */
#include <yaml.h>

#endif
