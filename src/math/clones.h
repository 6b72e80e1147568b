/* SPDX-License-Identifier: BSD-3-Clause
 *
 * clones.h -- what loops over many bodies are marked with.
 */
#ifndef PHK_CLONES_H
#define PHK_CLONES_H

/* The passes of a loop do not touch each other's data. */
#if defined(__clang__)
#define PHK_INDEPENDENT _Pragma("clang loop vectorize(assume_safety)")
/* a loop that stays scalar (at -O0, say) is slower, not wrong */
#pragma clang diagnostic ignored "-Wpass-failed"
#elif defined(__GNUC__)
#define PHK_INDEPENDENT _Pragma("GCC ivdep")
#else
#define PHK_INDEPENDENT
#endif

/* Two versions of every loop, chosen when the program is loaded: not under sanitizers, whose
 * runtime is not up yet at that moment. No FMA in either, so both give the same bits. `flatten`
 * inlines all that a loop calls. Not by clang 14, which makes such functions visible to the linker
 * even when they are static. */
#if defined(__SANITIZE_ADDRESS__)
#define PHK_SANITIZED 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define PHK_SANITIZED 1
#endif
#endif
#if defined(__x86_64__) && defined(__linux__) && defined(__GNUC__) && !defined(__clang__) &&       \
    !defined(PHK_SANITIZED)
#define PHK_CLONES __attribute__((target_clones("avx2", "default"), flatten))
#else
#define PHK_CLONES
#endif

#endif
