"""What is counted of a match of FATE, once: rows of the statistics, from which all else is made.

The box score of page and terminal, totals, reports and Parquet files add these rows up and count no event again.
Words mean:

=====================  ================================================================================================
play                   a call that is settled: no kick, kneel, spike or try, and none that a penalty made void
run, pass, sack        what a play counts as, and nothing else: its three kinds add up to the plays. A sack is one by
                       the Pass Rush; a pass is complete, incomplete or intercepted; all else is a run. A ball that is
                       fumbled away leaves the play what it was until then
yards                  of a play, as far as the goal lines; none of a pass that is not caught. Run yards, pass yards and
                       sack yards are those of each kind, sack yards as a loss
completion             a pass that is caught, fumbled away or not; one that is intercepted and won back is none
first down             a play that gains the yards to go, and does not lose the ball: by the play, not by a penalty
interception           a pass that the other side holds when the play ends
fumble                 a play whose ball the other side recovers, or that is won back from an interceptor
turnover               each time that a side loses the ball: an interception, a fumble that is lost, also on a return
kick return,           of a kickoff, free kick or punt, and of an interception, in yards as they are told; one all the
pick return            way is as long as it was from where the ball was fielded
punt                   that is declared and settled
field goal tried,      a kick that is declared and settled, and one that is good
field goal
penalty                one that is marked off, against the side that fouled; the 35 instead of a kickoff out of bounds
                       too. Those of a void play stand in the row of the next one
touchdown, safety      of the side that scores
time                   of possession: what goes off the clock for a play, void or not, is the offense's, and for a
                       kickoff or free kick the receivers'. In rows and totals in units of 15 seconds
=====================  ================================================================================================
"""
