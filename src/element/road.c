/* SPDX-License-Identifier: BSD-3-Clause */
#include "element/road.h"

#include <math.h>

/* Where along one side: the weights of the four heights around, and their derivatives. */
typedef struct {
    int first;           /* of the four, -1 and more */
    double weight[3][4]; /* of the value, the slope, the bend */
} cell;

static cell cell_of(int n, double size, double x)
{
    double step = size / (n - 1), at = fmax(0, fmin(n - 1, x / step));
    int k = (int)fmin(n - 2, floor(at));
    double u = at - k;
    cell c = {.first = k - 1,
              .weight = {{u * (-0.5 + u * (1 - 0.5 * u)), 1 + u * u * (-2.5 + 1.5 * u),
                          u * (0.5 + u * (2 - 1.5 * u)), u * u * (-0.5 + 0.5 * u)},
                         {-0.5 + u * (2 - 1.5 * u), u * (-5 + 4.5 * u), 0.5 + u * (4 - 4.5 * u),
                          u * (-1 + 1.5 * u)},
                         {2 - 3 * u, -5 + 9 * u, 4 - 9 * u, -1 + 3 * u}}};
    /* off the map it is straight */
    double off = x / step - at;
    for (int i = 0; i < 4; i++) {
        c.weight[0][i] += off * c.weight[1][i];
        c.weight[1][i] /= step;
        c.weight[2][i] *= off != 0 ? 0 : 1 / (step * step);
    }
    return c;
}

/* Beyond the border heights go on straight. */
static double height(const ph_rows *h, int i, int j)
{
    if (i < 0) return 2 * height(h, 0, j) - height(h, 1, j);
    if (i >= h->width) return 2 * height(h, h->width - 1, j) - height(h, h->width - 2, j);
    if (j < 0) return 2 * height(h, i, 0) - height(h, i, 1);
    if (j >= h->count) return 2 * height(h, i, h->count - 1) - height(h, i, h->count - 2);
    return h->value[j * h->width + i];
}

phk_road_at phk_road_find(const ph_rows *h, const double size[2], double x, double y)
{
    const cell a = cell_of(h->width, size[0], x), b = cell_of(h->count, size[1], y);
    double sum[3][3] = {{0}};
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < 4; j++) {
            double z = height(h, a.first + i, b.first + j);
            for (int k = 0; k < 3; k++)
                for (int l = 0; k + l < 3; l++) sum[k][l] += a.weight[k][i] * b.weight[l][j] * z;
        }
    return (phk_road_at){sum[0][0], {sum[1][0], sum[0][1]}, {sum[2][0], sum[1][1], sum[0][2]}};
}
