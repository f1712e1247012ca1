"""What is counted in a race, defined only here. Pages, news, postal reports, lab reports and Parquet files share it.

A row of `statistics.MoveRow` is a rider's move, and a row of `lines.LinePlace` is a rider's place at a line.

| counted         | what it is                                                                                         |
|-----------------|----------------------------------------------------------------------------------------------------|
| turn            | a step in which riders moved (6.1); line-ups do not count                                          |
| move            | a rider's card and the squares that it moved him (6.1)                                             |
| new card        | the card that refills a hand at the end of the turn, after all the rules of 6.5 to 6.11            |
| lead            | the squares by which a rider leads on his first turn alone in front (6.9)                          |
| breakaway       | a turn on which a rider has such a lead                                                            |
| place at a line | the order in which riders cross it (5.4); riders who share places take the first of them (R11)     |
| sprint points | points for places at sprint lines (5.1, R11) |
| finish points | points for places at the finish (5.2, R11); in a Pursuit, for the places at its end (V2) |
| points | the sum of both; a team has the points of all its riders (5.3) |
| finisher        | a rider with a place at the finish; in a Pursuit, every rider on the track at its end              |
| first home      | the best place of a team's finishers                                                               |
| absence         | a turn for which a team sent no moves (9.1)                                                        |
"""
