#include <stddef.h>
_Noreturn void abort(void);
void *malloc(size_t count);
void free(void *memory);
