#ifndef MOCKLUA_H
#define MOCKLUA_H
#endif
