"""How races are counted. Each counted thing is defined here once; page, news, post, reports and Parquet mean the same.

A row of `statistics.MoveRow` is a rider's move, a row of `lines.LinePlace` a rider's place at a line.

| counted         | what it is                                                                                         |
|-----------------|----------------------------------------------------------------------------------------------------|
| turn            | a step in which riders moved (6.1); line-ups are none                                              |
| move            | a rider's card and the squares that it took him (6.1)                                              |
| new card        | the card with which a hand is refilled at the end of the turn, after every rule of 6.5 to 6.11     |
| lead            | the squares by which a rider leads on the first turn alone in front (6.9)                          |
| breakaway       | a turn on which a rider has such a lead                                                            |
| place at a line | who is over it first, then next (5.4); of riders who share places the first of them (R11)          |
| sprint points   | what places at sprint lines gave (5.1, R11)                                                        |
| finish points   | what places at the finish gave (5.2, R11); in a pursuit, places as riders stand at its end (V2)    |
| points          | both together; a team's are those of all its riders (5.3)                                          |
| finisher        | a rider with a place at the finish; in a pursuit, everybody on the track at its end                |
| first home      | the best place of a team's finishers                                                               |
| absence         | a turn for which a team sent no moves (9.1)                                                        |
"""
