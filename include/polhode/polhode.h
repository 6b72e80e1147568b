/* SPDX-License-Identifier: BSD-3-Clause
 *
 * polhode/polhode.h -- everything.
 */
#ifndef POLHODE_POLHODE_H
#define POLHODE_POLHODE_H

#include <polhode/base.h>
#include <polhode/json.h>
#include <polhode/replace.h>
#include <polhode/math.h>
#include <polhode/geometry.h>
#include <polhode/field.h>
#include <polhode/element.h>
#include <polhode/expression.h>
#include <polhode/integrator.h>
#include <polhode/options.h>
#include <polhode/model.h>
#include <polhode/deck.h>
#include <polhode/plugin.h>
#include <polhode/sim.h>
#include <polhode/result.h>

#endif
