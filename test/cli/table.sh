# SPDX-License-Identifier: BSD-3-Clause
#
# table.sh -- CSV of a synthetic result (make_result.c).
. "${0%/*}/lib.sh"
"$MAKE_RESULT" r 301 0.01 || exit 1

exits 0 table r
[ "$(wc -l <out)" = 302 ] || fail "301 rows and a header expected"
head -1 out | tr ',' '\n' | wc -l | grep -qx 20 || fail "20 columns expected"
[ -s err ] && fail "stored rows need no note"

# by prefix, in the order asked for; time is always there
exits 0 table r/result.h5 energy top.pos time constant --at 1
head -1 out >head
is head "time,energy.kinetic,energy.potential,energy.total,top.pos.x,top.pos.y,top.pos.z,constant"
exits 0 table r constant top.omega.z --at 1.23
is out "time,constant,top.omega.z" "1.23,7,2"
[ -s err ] && fail "a stored row needs no note"

# between rows: a cubic, said so; quaternions unit although their signs alternate
exits 0 table r top.quat.3 top.pos.z --at 1.005
says err "cubic"
awk -F, 'NR == 2 { q = $2 - sin(1.005); z = $3 - (10 - 5 * 1.005^2)
                   exit !(q * q < 1e-18 && z * z < 1e-24) }' out || fail "interpolation is off"
exits 0 table r top.pos.z --at 0.005
awk -F, 'NR == 2 { z = $2 - (10 - 5 * 0.005^2); exit !(z * z < 1e-24) }' out ||
    fail "interpolation is off at the start"
exits 0 table r constant --every 0.5
is out "time,constant" 0,7 0.5,7 1,7 1.5,7 2,7 2.5,7 3,7
[ -s err ] && fail "stored rows need no note"
exits 0 table r constant --every 0.7
[ "$(wc -l <out)" = 6 ] || fail "five rows expected"
exits 0 table r top.pos.z --every 0.0125
says err "of 241 rows"
exits 0 table r gaps --at 0
is out "time,gaps" "0,nan"

# what is wrong
exits 2 table r top.posx topp.vel
says err 'did you mean "top.pos"?'
says err 'did you mean "top.vel"?'
exits 2 table r zzzzzzzzzz
says err "columns begin with top.pos.x"
exits 2 table r --at 3.5
says err "covers 0 to 3 s"
exits 2 table r --at -1
exits 2 table r --every 1e-30
exits 2 table nowhere
says err "nowhere"
echo "bodies: {}" >model.yaml
exits 2 table model.yaml
says err "not a result"
head -c 30000 r/result.h5 >cut.h5
exits 2 table cut.h5
says err "damaged"
"$MAKE_RESULT" none 0 1
exits 0 table none constant
is out "time,constant"
exits 2 table none --at 0
says err "no rows"
"$MAKE_RESULT" one 1 1
exits 0 table one constant --every 1
is out "time,constant" 0,7

# a reader that goes away, and a disk that is full
"$MAKE_RESULT" long 20000 0.001
{ "$POLHODE" table long 2>err; echo $? >status; } | head -2 >out
is status 0
[ -s err ] && fail "a closed pipe is no error"
[ -w /dev/full ] && {
    "$POLHODE" table long >/dev/full 2>err
    [ $? = 1 ] || fail "a full disk is not noticed"
    says err "No space"
}
exit $failed
