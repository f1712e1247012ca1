"""What is counted of a match of Breakaway Football, once: rows of plays, from which all else is made.

Box score, line score and drives of page and terminal, JSON, totals, reports and Parquet files add these rows up and
count no event again. Lengths are in lines of five yards. Words mean:

=================  ====================================================================================================
play               a run or a pass from scrimmage (BF-022). A Hail Mary is a pass (BF-175), a kneel a run (BF-181). No
                   punt, field goal or try is one, and nothing that a penalty voids
run, pass          the two kinds of plays; together they are the plays
run lines,         what plays gain (BF-028); none of an incomplete pass, and none of a play that loses the ball
pass lines
completion         a pass that is neither incomplete nor intercepted; one that is fumbled away was caught (BF-043)
incompletion       BF-169, BF-R35; also on fourth down, where the result of the row is downs
first down         the marker is reached (BF-117), or a Holding is accepted (BF-077); a touchdown is none
interception       a pass from scrimmage that the other side takes, returned or not (BF-094, BF-096, BF-180)
turnover           of the side that loses the ball by an interception or a fumble (BF-091, BF-180), in returns too
                   (BF-100, BF-148, BF-164). Downs are none, and what happens on a try is none
breakaway          of a play (BF-037, BF-047). The box score gives it to the side that creates it; the totals have the
                   offense's and the defense's apart, both of the side with the ball
penalty            against the side at fault: False Start and illegal call (BF-070, BF-082), a Holding that is accepted
                   (BF-075); on tries too
challenge          of the side that throws the flag (BF-055), on tries too
punt               that is kicked, blocked or not (BF-104)
field goal tried   that is kicked (BF-131), blocked or not; an extra point is none
field goal         that is good (BF-132)
touchdown          of the side with the ball (BF-122)
return touchdown   of the other side, with a kick or a ball that was lost
fourth down        a play on fourth down; made with a first down or a touchdown
drive              a possession that comes to a call (BF-013), in the quarter of its first play. Its plays and lines are
                   those of its plays, its points a touchdown with its try or a field goal. Its ending is what came
                   first on its last play; without one it ended with the half, the period or the match
points             by quarter: in the one in which the play began
=================  ====================================================================================================
"""
