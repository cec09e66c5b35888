/* Records what a server writes to its data folder, and when it forces that to the disk: preload it (LD_PRELOAD).

   UPCARD_RECORD_ROOT is the folder, UPCARD_RECORD_LOG the log outside it. Each operation is one record, appended by
   one call; processes take turns by a lock on the log, so that its order is the order of the operations. Forcing a
   file has a record before and one after: only what was written before the first is certain after the second.

   While the file named by UPCARD_DISK_FULL exists, tables cannot be written: the disk is full. */

#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

enum kind { WRITE = 1, TRUNCATE, CREATE, DELETE, RENAME, SYNC_START, SYNC_END, LINK };

struct header {
    uint32_t magic, kind;
    uint64_t number; /* offset, size, or the number of a forcing */
    uint32_t path, second; /* lengths of the names that follow */
    uint64_t content; /* and of the content after them */
};

#define MAGIC 0x55504344
#define NEXT(name) __typeof__(name) *next = (__typeof__(name) *)dlsym(RTLD_NEXT, #name)

static int log_file = -1;
static char root[PATH_MAX];
static size_t root_length;

__attribute__((constructor)) static void begin(void)
{
    const char *log = getenv("UPCARD_RECORD_LOG"), *folder = getenv("UPCARD_RECORD_ROOT");
    if (!log || !folder)
        return;
    NEXT(open);
    int handle = next(log, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0666);
    if (handle < 0)
        abort();
    log_file = fcntl(handle, F_DUPFD_CLOEXEC, 900); /* out of the way of the server's own */
    root_length = strlen(folder);
    memcpy(root, folder, root_length + 1);
}

static void turn(short type)
{
    struct flock lock = {.l_type = type, .l_whence = SEEK_SET, .l_start = 0, .l_len = 1};
    while (fcntl(log_file, F_SETLKW, &lock) < 0 && errno == EINTR)
        ;
}

/* Record an operation; whoever records has the turn. */
static void put(enum kind kind, const char *path, const char *second, uint64_t number, const void *content, size_t length)
{
    struct header header = {MAGIC, kind, number, strlen(path), second ? strlen(second) : 0, length};
    struct iovec parts[] = {
        {&header, sizeof header},
        {(void *)path, header.path},
        {(void *)second, header.second},
        {(void *)content, length},
    };
    NEXT(writev);
    if (next(log_file, parts, 4) != (ssize_t)(sizeof header + header.path + header.second + length))
        abort(); /* a log with a gap proves nothing */
}

static int is_inside(const char *path)
{
    size_t length = strlen(path);
    return length >= root_length && !memcmp(path, root, root_length) && (path[root_length] == '/' || !path[root_length])
        && !(length > 10 && !strcmp(path + length - 10, " (deleted)"));
}

/* The name of an open file, if it is in the folder. */
static int name_of(int file, char *path)
{
    if (log_file < 0 || file < 0)
        return 0;
    char link[40];
    snprintf(link, sizeof link, "/proc/self/fd/%d", file);
    ssize_t length = readlink(link, path, PATH_MAX - 1);
    if (length <= 0)
        return 0;
    path[length] = 0;
    return is_inside(path);
}

/* The whole name of a path that may be relative, if it is in the folder. */
static int whole_name(const char *given, char *path)
{
    char joined[2 * PATH_MAX], *out = path;
    if (log_file < 0)
        return 0;
    if (given[0] == '/')
        snprintf(joined, sizeof joined, "%s", given);
    else {
        char here[PATH_MAX];
        if (!getcwd(here, sizeof here))
            return 0;
        snprintf(joined, sizeof joined, "%s/%s", here, given);
    }
    for (const char *in = joined; *in && out < path + PATH_MAX - 1;) { /* without // and /./ */
        if (in[0] == '/' && (in[1] == '/' || (in[1] == '.' && (in[2] == '/' || !in[2]))))
            in += in[1] == '/' ? 1 : 2;
        else
            *out++ = *in++;
    }
    *out = 0;
    return is_inside(path);
}

static int is_full(const char *path)
{
    const char *flag = getenv("UPCARD_DISK_FULL");
    return flag && strstr(path, "/base/") && !access(flag, F_OK);
}

#define KEEPING_ERROR(...) do { int kept = errno; __VA_ARGS__; errno = kept; } while (0)

static int open_recorded(const char *given, int flags, mode_t mode)
{
    NEXT(open);
    char path[PATH_MAX];
    if (!(flags & (O_CREAT | O_TRUNC)) || !whole_name(given, path))
        return next(given, flags, mode);
    turn(F_WRLCK);
    struct stat before;
    int existed = !stat(path, &before);
    int file = next(given, flags, mode);
    if (file >= 0 && !existed)
        KEEPING_ERROR(put(CREATE, path, NULL, 0, NULL, 0));
    else if (file >= 0 && flags & O_TRUNC)
        KEEPING_ERROR(put(TRUNCATE, path, NULL, 0, NULL, 0));
    KEEPING_ERROR(turn(F_UNLCK));
    return file;
}

static mode_t mode_of(int flags, va_list more)
{
    return flags & (O_CREAT | O_TMPFILE) ? va_arg(more, mode_t) : 0;
}

#define OPEN(name)                                                                                                      \
    int name(const char *path, int flags, ...)                                                                         \
    {                                                                                                                  \
        va_list more;                                                                                                  \
        va_start(more, flags);                                                                                         \
        mode_t mode = mode_of(flags, more);                                                                            \
        va_end(more);                                                                                                  \
        return open_recorded(path, flags, mode);                                                                       \
    }
OPEN(open)
OPEN(open64)

int openat(int folder, const char *path, int flags, ...)
{
    va_list more;
    va_start(more, flags);
    mode_t mode = mode_of(flags, more);
    va_end(more);
    if (folder != AT_FDCWD && path[0] != '/' && flags & (O_CREAT | O_TRUNC))
        abort(); /* PostgreSQL does not: if it ever does, the record must learn it */
    if (flags & (O_CREAT | O_TRUNC))
        return open_recorded(path, flags, mode);
    NEXT(openat);
    return next(folder, path, flags, mode);
}

static void put_parts(const char *path, off_t offset, const struct iovec *parts, int count, ssize_t written)
{
    for (int i = 0; i < count && written > 0; i++) {
        size_t length = (size_t)written < parts[i].iov_len ? (size_t)written : parts[i].iov_len;
        put(WRITE, path, NULL, offset, parts[i].iov_base, length);
        offset += length;
        written -= length;
    }
}

/* Do a write, and record what of it was written; `where` is its offset, or -1 for the place of the file. */
#define RECORDED(file, where, parts, count, call)                                                                      \
    char path[PATH_MAX];                                                                                               \
    if (!name_of(file, path))                                                                                          \
        return call;                                                                                                   \
    if (is_full(path)) {                                                                                               \
        errno = ENOSPC;                                                                                                \
        return -1;                                                                                                     \
    }                                                                                                                  \
    turn(F_WRLCK);                                                                                                     \
    ssize_t written = call;                                                                                            \
    if (written > 0)                                                                                                   \
        KEEPING_ERROR(put_parts(path, (where) >= 0 ? (where) : lseek(file, 0, SEEK_CUR) - written, parts, count, written)); \
    KEEPING_ERROR(turn(F_UNLCK));                                                                                      \
    return written

ssize_t write(int file, const void *content, size_t length)
{
    NEXT(write);
    struct iovec part = {(void *)content, length};
    RECORDED(file, (off_t)-1, &part, 1, next(file, content, length));
}

ssize_t writev(int file, const struct iovec *parts, int count)
{
    NEXT(writev);
    RECORDED(file, (off_t)-1, parts, count, next(file, parts, count));
}

#define PWRITE(name)                                                                                                   \
    ssize_t name(int file, const void *content, size_t length, off_t offset)                                          \
    {                                                                                                                  \
        NEXT(name);                                                                                                    \
        struct iovec part = {(void *)content, length};                                                                 \
        RECORDED(file, offset, &part, 1, next(file, content, length, offset));                                         \
    }
PWRITE(pwrite)
PWRITE(pwrite64)

#define PWRITEV(name)                                                                                                  \
    ssize_t name(int file, const struct iovec *parts, int count, off_t offset)                                        \
    {                                                                                                                  \
        NEXT(name);                                                                                                    \
        RECORDED(file, offset, parts, count, next(file, parts, count, offset));                                        \
    }
PWRITEV(pwritev)
PWRITEV(pwritev64)

ssize_t copy_file_range(int from, off64_t *start, int to, off64_t *target, size_t length, unsigned flags)
{
    char path[PATH_MAX];
    if (name_of(to, path)) {
        errno = ENOSYS; /* the server writes instead, which is recorded */
        return -1;
    }
    NEXT(copy_file_range);
    return next(from, start, to, target, length, flags);
}

/* A file that is lengthened without writing has zeros there: the same as cutting it to a larger size. */
static void put_length(const char *path, off_t least)
{
    struct stat now;
    if (!stat(path, &now) && now.st_size >= least)
        put(TRUNCATE, path, NULL, now.st_size, NULL, 0);
}

#define ALLOCATE(name)                                                                                                 \
    int name(int file, off_t offset, off_t length)                                                                     \
    {                                                                                                                  \
        NEXT(name);                                                                                                    \
        char path[PATH_MAX];                                                                                           \
        if (!name_of(file, path))                                                                                      \
            return next(file, offset, length);                                                                         \
        turn(F_WRLCK);                                                                                                 \
        int result = next(file, offset, length);                                                                       \
        KEEPING_ERROR(put_length(path, 0));                                                                            \
        KEEPING_ERROR(turn(F_UNLCK));                                                                                  \
        return result;                                                                                                 \
    }
ALLOCATE(posix_fallocate)
ALLOCATE(posix_fallocate64)

#define CUT(name)                                                                                                      \
    int name(int file, off_t size)                                                                                     \
    {                                                                                                                  \
        NEXT(name);                                                                                                    \
        char path[PATH_MAX];                                                                                           \
        if (!name_of(file, path))                                                                                      \
            return next(file, size);                                                                                   \
        turn(F_WRLCK);                                                                                                 \
        int result = next(file, size);                                                                                 \
        if (!result)                                                                                                   \
            KEEPING_ERROR(put(TRUNCATE, path, NULL, size, NULL, 0));                                                   \
        KEEPING_ERROR(turn(F_UNLCK));                                                                                  \
        return result;                                                                                                 \
    }
CUT(ftruncate)
CUT(ftruncate64)

int truncate(const char *given, off_t size)
{
    NEXT(truncate);
    char path[PATH_MAX];
    if (!whole_name(given, path))
        return next(given, size);
    turn(F_WRLCK);
    int result = next(given, size);
    if (!result)
        KEEPING_ERROR(put(TRUNCATE, path, NULL, size, NULL, 0));
    KEEPING_ERROR(turn(F_UNLCK));
    return result;
}

int unlink(const char *given)
{
    NEXT(unlink);
    char path[PATH_MAX];
    if (!whole_name(given, path))
        return next(given);
    turn(F_WRLCK);
    int result = next(given);
    if (!result)
        KEEPING_ERROR(put(DELETE, path, NULL, 0, NULL, 0));
    KEEPING_ERROR(turn(F_UNLCK));
    return result;
}

#define TWO_NAMES(name, kind)                                                                                          \
    int name(const char *from, const char *to)                                                                         \
    {                                                                                                                  \
        NEXT(name);                                                                                                    \
        char path[PATH_MAX], target[PATH_MAX];                                                                         \
        if (!whole_name(from, path) || !whole_name(to, target))                                                        \
            return next(from, to);                                                                                     \
        turn(F_WRLCK);                                                                                                 \
        int result = next(from, to);                                                                                   \
        if (!result)                                                                                                   \
            KEEPING_ERROR(put(kind, path, target, 0, NULL, 0));                                                        \
        KEEPING_ERROR(turn(F_UNLCK));                                                                                  \
        return result;                                                                                                 \
    }
TWO_NAMES(rename, RENAME)
TWO_NAMES(link, LINK)

static uint64_t forcing(void)
{
    static uint32_t count;
    return (uint64_t)getpid() << 32 | ++count;
}

#define FORCE(name)                                                                                                    \
    int name(int file)                                                                                                 \
    {                                                                                                                  \
        NEXT(name);                                                                                                    \
        char path[PATH_MAX];                                                                                           \
        if (!name_of(file, path))                                                                                      \
            return next(file);                                                                                         \
        uint64_t number = forcing();                                                                                   \
        turn(F_WRLCK);                                                                                                 \
        put(SYNC_START, path, NULL, number, NULL, 0);                                                                  \
        turn(F_UNLCK);                                                                                                 \
        int result = next(file);                                                                                       \
        if (!result)                                                                                                   \
            KEEPING_ERROR(turn(F_WRLCK); put(SYNC_END, path, NULL, number, NULL, 0); turn(F_UNLCK));                   \
        return result;                                                                                                 \
    }
FORCE(fsync)
FORCE(fdatasync)

/* Files written through stdio reach the disk inside the C library: they are recorded whole when they are closed. */
FILE *fopen(const char *given, const char *mode)
{
    NEXT(fopen);
    char path[PATH_MAX];
    if (mode[0] == 'r' || !whole_name(given, path))
        return next(given, mode);
    turn(F_WRLCK);
    struct stat before;
    int existed = !stat(path, &before);
    FILE *file = next(given, mode);
    if (file)
        KEEPING_ERROR(put(existed ? TRUNCATE : CREATE, path, NULL, 0, NULL, 0));
    KEEPING_ERROR(turn(F_UNLCK));
    return file;
}

int fclose(FILE *file)
{
    NEXT(fclose);
    char path[PATH_MAX];
    int handle = fileno(file);
    if (handle < 0 || (fcntl(handle, F_GETFL) & O_ACCMODE) == O_RDONLY || !name_of(handle, path))
        return next(file);
    turn(F_WRLCK);
    fflush(file);
    struct stat now;
    char *content = NULL;
    int (*plain_open)(const char *, int, ...) = (int (*)(const char *, int, ...))dlsym(RTLD_NEXT, "open");
    int copy = plain_open(path, O_RDONLY | O_CLOEXEC);
    if (copy >= 0 && !fstat(copy, &now) && (content = malloc(now.st_size + 1))) {
        ssize_t length = pread(copy, content, now.st_size, 0);
        if (length > 0)
            put(WRITE, path, NULL, 0, content, length);
    }
    if (copy >= 0)
        close(copy);
    free(content);
    int result = next(file);
    KEEPING_ERROR(turn(F_UNLCK));
    return result;
}
