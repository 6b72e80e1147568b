/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The HDF5 file driver described in h5.h.
 */
#include "io/h5/h5.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#if H5_VERSION_GE(1, 13, 0)
#include <H5FDdevelop.h>
#endif
#include "io/text/disk.h"

typedef struct {
    H5FD_t base; /* HDF5's part comes first */
    phk_h5 *h5;
    haddr_t eoa, eof; /* [byte] end of what is allocated, and of what is (or should be) written */
} disk_file;

static void remember(phk_h5 *h5, int error)
{
    if (!h5->error) h5->error = error;
}

/* The name is of no use: the descriptor comes in the driver's info. */
static H5FD_t *disk_open(const char *name, unsigned flags, hid_t fapl, haddr_t maxaddr)
{
    (void)name;
    (void)flags;
    (void)maxaddr;
    phk_h5 *const *info = H5Pget_driver_info(fapl);
    struct stat status;
    disk_file *f = info ? calloc(1, sizeof *f) : NULL;
    if (!f) return NULL;
    f->h5 = *info;
    if (fstat(f->h5->fd, &status) == 0) f->eof = (haddr_t)status.st_size;
    return &f->base;
}

static herr_t disk_close(H5FD_t *file)
{
    free(file);
    return 0;
}

static herr_t disk_query(const H5FD_t *file, unsigned long *flags)
{
    (void)file;
    *flags = H5FD_FEAT_AGGREGATE_METADATA | H5FD_FEAT_ACCUMULATE_METADATA | H5FD_FEAT_DATA_SIEVE |
             H5FD_FEAT_AGGREGATE_SMALLDATA;
    return 0;
}

static haddr_t disk_get_eoa(const H5FD_t *file, H5FD_mem_t type)
{
    (void)type;
    return ((const disk_file *)file)->eoa;
}

static herr_t disk_set_eoa(H5FD_t *file, H5FD_mem_t type, haddr_t address)
{
    (void)type;
    ((disk_file *)file)->eoa = address;
    return 0;
}

static haddr_t disk_get_eof(const H5FD_t *file, H5FD_mem_t type)
{
    (void)type;
    return ((const disk_file *)file)->eof;
}

static herr_t disk_read(H5FD_t *file, H5FD_mem_t type, hid_t dxpl, haddr_t address, size_t size,
                        void *data)
{
    (void)type;
    (void)dxpl;
    phk_h5 *h5 = ((disk_file *)file)->h5;
    char *p = data;
    while (size > 0) {
        ssize_t n = pread(h5->fd, p, size, (off_t)address);
        if (n < 0 && errno == EINTR) continue;
        if (n < 0) {
            remember(h5, errno);
            return -1;
        }
        if (n == 0) break;
        p += n;
        size -= (size_t)n;
        address += (haddr_t)n;
    }
    /* space that was allocated and never written reads as zero */
    memset(p, 0, size);
    return 0;
}

static herr_t disk_write(H5FD_t *file, H5FD_mem_t type, hid_t dxpl, haddr_t address, size_t size,
                         const void *data)
{
    (void)type;
    (void)dxpl;
    disk_file *f = (disk_file *)file;
    if (!f->h5->error) remember(f->h5, phk_disk_write(f->h5->fd, data, size, (long long)address));
    if (address + size > f->eof) f->eof = address + size;
    return 0;
}

static herr_t disk_truncate(H5FD_t *file, hid_t dxpl, hbool_t closing)
{
    (void)dxpl;
    (void)closing;
    disk_file *f = (disk_file *)file;
    if (f->eof == f->eoa) return 0;
    if (!f->h5->error && ftruncate(f->h5->fd, (off_t)f->eoa) != 0) remember(f->h5, errno);
    f->eof = f->eoa;
    return 0;
}

static const H5FD_class_t disk_class = {
#if H5_VERSION_GE(1, 13, 0)
    .version = H5FD_CLASS_VERSION,
    .value = 513, /* of the range HDF5 leaves to others */
#endif
    .name = "polhode",
    .maxaddr = (haddr_t)INT64_MAX,
    .fc_degree = H5F_CLOSE_WEAK,
    .fapl_size = sizeof(phk_h5 *),
    .open = disk_open,
    .close = disk_close,
    .query = disk_query,
    .get_eoa = disk_get_eoa,
    .set_eoa = disk_set_eoa,
    .get_eof = disk_get_eof,
    .read = disk_read,
    .write = disk_write,
    .truncate = disk_truncate,
    .fl_map = H5FD_FLMAP_DICHOTOMY,
};

static hid_t open_or_create(phk_h5 *h5, int create)
{
    h5->error = 0;
    h5->file = -1;
    h5->driver = H5FDregister(&disk_class);
    hid_t access = H5Pcreate(H5P_FILE_ACCESS);
    if (h5->driver >= 0 && access >= 0 && H5Pset_driver(access, h5->driver, &h5) >= 0)
        h5->file = create ? H5Fcreate("polhode", H5F_ACC_TRUNC, H5P_DEFAULT, access)
                          : H5Fopen("polhode", H5F_ACC_RDONLY, access);
    if (access >= 0) H5Pclose(access);
    return h5->file;
}

hid_t phk_h5_create(phk_h5 *h5)
{
    return open_or_create(h5, 1);
}

hid_t phk_h5_open(phk_h5 *h5)
{
    return open_or_create(h5, 0);
}

void phk_h5_close(phk_h5 *h5)
{
    /* a file that refuses to close although its writes "succeed" is a failure like any other */
    if (h5->file >= 0 && H5Fclose(h5->file) < 0) remember(h5, EIO);
    if (h5->driver >= 0) H5FDunregister(h5->driver);
    h5->file = h5->driver = -1;
    h5->fd = -1;
}
