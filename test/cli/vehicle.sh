# SPDX-License-Identifier: BSD-3-Clause
#
# The all-terrain vehicle: what its script writes is the model, its counts are those of the paper, and the
# hottest points of its frame are those of an independent program, whose tyres have their patch on the post.
. "${0%/*}/lib.sh"
model=$SOURCE/models/papers/atv.yaml

if command -v python3 >/dev/null; then
    python3 -B "$SOURCE/models/papers/atv.py" | cmp - "$model" || fail "atv.yaml is not what atv.py writes"
fi

# --- counts -----------------------------------------------------------------------------------------------
exits 0 check "$model" --json
for count in '"bodies": 29' '"joints": 43' '"motions": 5' '"degrees_of_freedom": 133'; do
    says out "$count"
done
exits 0 check "$model"
says out '134: 56.72462,'
says out '13097.51 Hz'
says out 'redundant constraints      0                  0'

# --- at rest: the posts carry all but themselves ------------------------------------------------------------
exits 0 equilibrium "$model" -o rest
says out 'stable, 7 freedoms held by nothing'
exits 0 table rest tyre_FL.force.z tyre_FR.force.z tyre_RL.force.z tyre_RR.force.z
awk -F, 'NR == 2 { sum = $2 + $3 + $4 + $5; want = 9.80665*280.6386424
    exit !((sum - want)^2 < 1e-6) }' out || fail "the posts carry $(cat out)"

# --- with tyres as in that program, from the drawing: the hottest points within 0.05 %, the frame's centre --
rm -f laws forces
for post in FL:front_wheel_L FR:front_wheel_R RR:rear_wheel_R RL:rear_wheel_L; do
    p=${post%%:*} w=${post#*:}
    cat >>laws <<STOP
  pen_$p: max(0, 0.28 - ($w.pos.z - post_$p.pos.z - 0.05))
  N_$p: "if(pen_$p > 0, max(0, 1.2e5*pen_$p^1.1 + 300*step(pen_$p, 0, 0, 0.002, 1)*(post_$p.vel.z - $w.vel.z)), 0)"
  arm_$p: pen_$p - 0.28
  vx_$p: $w.vel.x + $w.omega_world.y*arm_$p
  vy_$p: $w.vel.y - $w.omega_world.x*arm_$p
  slip_$p: sqrt(vx_$p^2 + vy_$p^2 + 1e-16)
  fx_$p: -0.8*N_$p*tanh(slip_$p/0.05)/slip_$p*vx_$p
  fy_$p: -0.8*N_$p*tanh(slip_$p/0.05)/slip_$p*vy_$p
STOP
    echo "  tyre_$p: {type: general_force, on: $w, axes_of: ground, force: [fx_$p, fy_$p, N_$p]," \
        "torque: [\"-arm_$p*fy_$p\", \"arm_$p*fx_$p\", 0]}" >>forces
done
sed -e '/^contacts:/,/^simulate:/{/^simulate:/!d;}' -e '/^variables:/r laws' -e '/^forces:/r forces' \
    "$model" >patch.yaml
exits 0 run patch.yaml -o run --tol 1e-4 --end 1 --every 0.05 --set simulate.start_at=drawn \
    --set flexible.frame.start=drawn
exits 0 stress run --members --csv hot.csv
for row in 1674.22:u4L-um4 1194.23:um4-u4R 410.11:u4L-u5L 319.99:st-u2L 279.22:st-u2R 271.97:st-u3R \
    250.54:u3R-u4R 228.40:u4R-u5R 211.06:st-u3L 191.65:u3L-u4L; do
    awk -F, -v want="${row%%:*}" -v member="${row#*:}" 'index($4, member " at ") == 1 {
        found = 1; d = $8/(1e6*want) - 1; bad = d*d > 5e-4^2 } END { exit !found || bad }' hot.csv ||
        fail "the largest stress of ${row#*:} is not ${row%%:*} MPa: $(grep "${row#*:}" hot.csv)"
done
[ "$(awk -F, 'NR > 1 { sub(" at .*", "", $4); printf "%s ", $4 }' hot.csv)" = \
    "u4L-um4 um4-u4R u4L-u5L st-u2L st-u2R st-u3R u3R-u4R u4R-u5R st-u3L u3L-u4L " ] || fail "another order: $(cat hot.csv)"
exits 0 table run frame.pos.z --at 1
awk -F, 'NR == 2 { d = $2 - 0.451821; exit !(d*d < 1e-12) }' out || fail "the frame is at $(cat out)"
exit $failed
