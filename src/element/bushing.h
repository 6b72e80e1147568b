/* SPDX-License-Identifier: BSD-3-Clause
 *
 * bushing.h -- what `bushing`, `beam` and `field` share: a force and a torque that are linear in
 * the deformation between two markers, and in its rate.
 *
 *   x = R'(p_0 - p_1),    psi = log(R' R_0)                     deformation  e = (x, psi)
 *   x' = R'(v_0 - v_1 - w_1 x (p_0 - p_1)),   w = R'(w_0 - w_1)  rate        e' = (x', w)
 *   (F, M) = -K e + e_0,   f = F,   t = B' M,   B = dexp^-1(psi);   then (f, t) -= C e'
 * on the first marker, in the axes R of the second; the reaction is the opposite wrench at the same
 * point of space. B is there because psi' = B w: with it the power of (F, M) is that of (f, t), so
 * that a symmetric K has the potential
 *   V = 1/2 e'K e - e_0'e,   lost = e''C e'.
 * Where the rotational stiffness is the same about all axes B' psi = psi, and t = -k psi. K that
 * is not symmetric has no potential: the work of such a bushing counts as applied work.
 *
 * psi is the short way, at most half a turn: there its axis, and the torque, turns over.
 *
 * With projected angles psi holds three of them instead (bushing_angles.h), and the torque is M as
 * it is, t = M, which has no potential: such bushings are those of other programs, which ask for
 * small angles about all axes but one.
 */
#ifndef PHK_BUSHING_H
#define PHK_BUSHING_H

#include <polhode/element.h>

enum { PHK_BUSHING_MARKERS = 2, PHK_BUSHING_ANGLES = 3, PHK_BUSHING_SIX = 6 };
enum { PHK_ANGLES_VECTOR, PHK_ANGLES_PROJECTED };
extern const char *const phk_angle_words[];

typedef struct {
    ph_numbers stiffness, damping, preload; /* 36, 6 on the diagonal, or none; preload 6 or none */
    int angles;
} phk_bushing;

/* What a type is to this: its parameters as a bushing. What it points to may lie in `room`. */
typedef struct {
    double stiffness[36], damping[36], preload[6];
} phk_bushing_room;
typedef struct {
    size_t par_bytes;
    phk_bushing (*of)(const void *par, phk_bushing_room *room);
} phk_bushing_kind;

/* Kernels of ph_force_type; the type keeps PHK_BUSHING_ANGLES numbers. */
ph_status phk_bushing_wrench(const phk_bushing_kind *kind, int n, const void *par,
                             const ph_eval *eval, const ph_frame *frame, ph_wrench *w);
ph_status phk_bushing_tangent(const phk_bushing_kind *kind, int n, const void *par,
                              const ph_eval *eval, const ph_frame *frame, ph_tangent *out);
void phk_bushing_potential(const phk_bushing_kind *kind, int n, const void *par,
                           const ph_eval *eval, const ph_frame *frame, double *v);
void phk_bushing_dissipation(const phk_bushing_kind *kind, int n, const void *par,
                             const ph_eval *eval, const ph_frame *frame, double *lost);
void phk_bushing_remember(const phk_bushing_kind *kind, int n, const void *par, const ph_eval *eval,
                          const ph_frame *frame, double *memory);
ph_work_class phk_bushing_work(const phk_bushing_kind *kind, const void *par);

/* Defines them for one kind. */
#define PHK_BUSHING_KERNELS(kind)                                                                  \
    static ph_status wrench(int n, const void *par, const ph_eval *eval, const ph_frame *frame,    \
                            ph_wrench *w)                                                          \
    {                                                                                              \
        return phk_bushing_wrench(&(kind), n, par, eval, frame, w);                                \
    }                                                                                              \
    static ph_status tangent(int n, const void *par, const ph_eval *eval, const ph_frame *frame,   \
                             ph_tangent *out)                                                      \
    {                                                                                              \
        return phk_bushing_tangent(&(kind), n, par, eval, frame, out);                             \
    }                                                                                              \
    static void potential(int n, const void *par, const ph_eval *eval, const ph_frame *frame,      \
                          double *v)                                                               \
    {                                                                                              \
        phk_bushing_potential(&(kind), n, par, eval, frame, v);                                    \
    }                                                                                              \
    static void dissipation(int n, const void *par, const ph_eval *eval, const ph_frame *frame,    \
                            double *lost)                                                          \
    {                                                                                              \
        phk_bushing_dissipation(&(kind), n, par, eval, frame, lost);                               \
    }                                                                                              \
    static void remember(int n, const void *par, const ph_eval *eval, const ph_frame *frame,       \
                         double *memory)                                                           \
    {                                                                                              \
        phk_bushing_remember(&(kind), n, par, eval, frame, memory);                                \
    }                                                                                              \
    static ph_work_class work(const void *par)                                                     \
    {                                                                                              \
        return phk_bushing_work(&(kind), par);                                                     \
    }
#define PHK_BUSHING_TYPE                                                                           \
    .markers = PHK_BUSHING_MARKERS, .wrench = wrench, .tangent = tangent, .potential = potential,  \
    .dissipation = dissipation, .memory = PHK_BUSHING_ANGLES, .remember = remember, .work = work

#endif
