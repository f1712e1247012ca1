"""Gathers the statistics of a match of Breakaway Football, with a row for each play.

All other figures are sums of these rows. Pages and the terminal add up the rows for the box score, the line score and
the drives. JSON, totals, reports and Parquet files use the same rows. No other part of the program counts the events
again. Lengths are in lines of five yards. The terms are defined as follows:

=================  ====================================================================================================
play               a run or a pass from scrimmage (BF-022). A Hail Mary is a pass (BF-175), a kneel is a run (BF-181).
                   Punts, field goals and tries are not plays, nor is anything that a penalty voids
run, pass          the two kinds of plays; together they are all plays
run lines,         what plays gain (BF-028). An incomplete pass gains none, nor does a play that loses the ball
pass lines
completion         a pass that is neither incomplete nor intercepted. One fumbled after the catch counts (BF-043)
incompletion       BF-169, BF-R35; also on fourth down, where the row's result is downs
first down         the ball reaches the marker (BF-117), or a Holding is accepted (BF-077); a touchdown does not count
interception       a pass from scrimmage that the other side takes, returned or not (BF-094, BF-096, BF-180)
turnover           counts for the side that loses the ball by an interception or a fumble (BF-091, BF-180), in returns
                   too (BF-100, BF-148, BF-164). A turnover on downs does not count, nor does anything on a try
breakaway          of a play (BF-037, BF-047). The box score gives it to the side that creates it. The totals keep
                   Offense and Defense Breakaways apart and give both to the side with the ball
penalty            counts against the side at fault: False Start and illegal call (BF-070, BF-082), an accepted Holding
                   (BF-075); on tries too
challenge          counts for the side that throws the flag (BF-055); on tries too
punt               every punt kicked, blocked or not (BF-104)
field goal tried   every field goal kicked (BF-131), blocked or not; extra points do not count
field goal         every field goal that is good (BF-132)
touchdown          by the side with the ball (BF-122)
return touchdown   by the other side, on a kick or after a lost ball
fourth down        a play on fourth down; it is made with a first down or a touchdown
drive              a possession with at least one call (BF-013), in the quarter of its first play. Its plays are counted
                   and their lines added up. Its points are a touchdown with its try, or a field goal. Its ending is
                   what came first on its last play, or else the end of the half, the period or the match
points             by quarter, in the quarter in which the play began
=================  ====================================================================================================
"""
