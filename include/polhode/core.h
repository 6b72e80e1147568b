/* SPDX-License-Identifier: BSD-3-Clause
 *
 * polhode/core.h -- models built in C and their simulation: what libpolhode-core holds. It needs
 * neither libyaml nor HDF5, and opens no file.
 *
 * A header that is not named here belongs to the whole library (polhode/polhode.h).
 */
#ifndef POLHODE_CORE_H
#define POLHODE_CORE_H

#include <polhode/base.h>
#include <polhode/json.h>
#include <polhode/math.h>
#include <polhode/flexible.h>
#include <polhode/stress.h>
#include <polhode/geometry.h>
#include <polhode/field.h>
#include <polhode/element.h>
#include <polhode/expression.h>
#include <polhode/integrator.h>
#include <polhode/options.h>
#include <polhode/model.h>
#include <polhode/plugin.h>
#include <polhode/sim.h>
#include <polhode/analysis.h>

#endif
