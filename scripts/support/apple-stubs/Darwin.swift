// The C library of this machine: what Darwin has in common with it is the same by name.
@_exported public import Glibc
