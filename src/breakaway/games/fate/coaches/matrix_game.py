"""Solves one matrix game of at most ten calls against five defenses, by the simplex method.

All tables are flat: row i, column j of the game is `game[5 * i + j]`, of the tableau `T[6 * i + j]`. So the same
functions work on lists in a match and, compiled, on arrays in the lab, and both find the same mixes.
"""

from __future__ import annotations

from typing import Any, TypeAlias

Numbers: TypeAlias = Any  # a list of floats, or an array of them
Labels: TypeAlias = Any  # a list of whole numbers, or an array of them

MOST_ROWS, COLUMNS, WIDTH = 10, 5, 6
SLACK = 16  # labels: below it the slack of a row, from it on a column
ENOUGH = 1e-9  # the largest gap of a game that is not solved again from the start


def pivot(T: Numbers, m: int, r: int, s: int, rows: Labels, columns: Labels) -> None:
    """Exchanges a row and a column of the condensed tableau, which has m + 1 rows and WIDTH columns."""
    inverse = 1.0 / T[6 * r + s]
    for j in range(6):
        T[6 * r + j] *= inverse
    T[6 * r + s] = inverse
    for i in range(m + 1):
        f = T[6 * i + s]
        if i != r and f != 0.0:
            for j in range(6):
                T[6 * i + j] -= f * T[6 * r + j]
            T[6 * i + s] = -f * inverse
    label = rows[r]
    rows[r] = columns[s]
    columns[s] = label


def begin(game: Numbers, m: int, T: Numbers, rows: Labels, columns: Labels, low: float, scale: float) -> None:
    """Writes the first tableau.

    The column player maximizes the sum of y >= 0 with B y <= 1, where B is the game scaled to numbers from 1 to 2.
    """
    for i in range(m):
        for j in range(5):
            T[6 * i + j] = (game[5 * i + j] - low) * scale + 1.0
        T[6 * i + 5] = 1.0
        rows[i] = i
    for j in range(5):
        T[6 * m + j] = -1.0
        columns[j] = 16 + j
    T[6 * m + 5] = 0.0


def reach_basis(T: Numbers, m: int, rows: Labels, columns: Labels, mask_rows: int, mask_columns: int) -> bool:
    """Pivots to the basis of a similar game. Returns whether it is feasible, if need be after dual pivots."""
    for j in range(5):
        if mask_columns >> j & 1:
            best = 1e-7
            r = m
            for i in range(m):
                if mask_rows >> i & 1 and abs(T[6 * i + j]) > best:
                    best = abs(T[6 * i + j])
                    r = i
            if r == m:
                return False
            mask_rows &= ~(1 << r)
            pivot(T, m, r, j, rows, columns)
    for _turn in range(25):
        r = m
        least = -1e-11
        for i in range(m):
            if T[6 * i + 5] < least:
                least = T[6 * i + 5]
                r = i
        if r == m:
            return True
        s = 5
        best = 1e300
        for j in range(5):
            if T[6 * m + j] < -1e-11:
                return False
            if T[6 * r + j] < -1e-10 and T[6 * m + j] / -T[6 * r + j] < best:
                best = T[6 * m + j] / -T[6 * r + j]
                s = j
        if s == 5:
            return False
        pivot(T, m, r, s, rows, columns)
    return False


def reach_end(T: Numbers, m: int, rows: Labels, columns: Labels) -> bool:
    """Pivots until no column improves the sum. Returns whether that was reached."""
    for _turn in range(60):
        s = 5
        least = -1e-12
        for j in range(5):
            if T[6 * m + j] < least:
                least = T[6 * m + j]
                s = j
        if s == 5:
            return True
        r = m
        best = 1e300
        for i in range(m):
            if T[6 * i + s] > 1e-10 and T[6 * i + 5] / T[6 * i + s] < best:
                best = T[6 * i + 5] / T[6 * i + s]
                r = i
        if r == m:
            return False
        pivot(T, m, r, s, rows, columns)
    return False


def read_mixes(T: Numbers, m: int, rows: Labels, columns: Labels, p: Numbers, q: Numbers) -> None:
    """Reads the mixes of rows (p) and columns (q) from the last tableau."""
    for j in range(5):
        q[j] = 0.0
    for i in range(m):
        p[i] = 0.0
    total = 0.0
    for i in range(m):
        if rows[i] >= 16:
            q[rows[i] - 16] = max(0.0, T[6 * i + 5])
            total += q[rows[i] - 16]
    for j in range(5):
        q[j] /= total
    total = 0.0
    for j in range(5):
        if columns[j] < 16:
            p[columns[j]] = max(0.0, T[6 * m + j])
            total += p[columns[j]]
    for i in range(m):
        p[i] /= total


def bounds(game: Numbers, m: int, p: Numbers, q: Numbers) -> tuple[float, float]:
    """The least that the mix p of rows wins, and the most that rows can win against the mix q of columns."""
    least = 1e300
    for j in range(5):
        x = 0.0
        for i in range(m):
            x += p[i] * game[5 * i + j]
        least = min(least, x)
    most = -1e300
    for i in range(m):
        x = 0.0
        for j in range(5):
            x += q[j] * game[5 * i + j]
        most = max(most, x)
    return least, most


def solve(
    game: Numbers,
    m: int,
    T: Numbers,
    rows: Labels,
    columns: Labels,
    p: Numbers,
    q: Numbers,
    mask_rows: int,
    mask_columns: int,
) -> tuple[float, float, int, int]:
    """Solves the game of the first m rows, which want much. Writes the mixes into p and q; T, rows, columns are room.

    Returns the value, the gap (what both sides together could still gain), and the masks of the basis, from which a
    similar game is solved in few pivots. The masks are 0 if one call against one defense is best (a saddle point).
    """
    low = game[0]
    high = game[0]
    maximin = -1e300
    best_row = 0
    for i in range(m):
        least = game[5 * i]
        for j in range(5):
            x = game[5 * i + j]
            least = min(least, x)
            high = max(high, x)
        if least > maximin:
            maximin = least
            best_row = i
        low = min(low, least)
    minimax = 1e300
    best_column = 0
    for j in range(5):
        most = game[j]
        for i in range(m):
            most = max(most, game[5 * i + j])
        if most < minimax:
            minimax = most
            best_column = j
    if minimax - maximin <= 1e-12:
        for i in range(m):
            p[i] = 0.0
        for j in range(5):
            q[j] = 0.0
        p[best_row] = 1.0
        q[best_column] = 1.0
        return maximin, minimax - maximin, 0, 0
    for attempt in range(2):
        begin(game, m, T, rows, columns, low, 1.0 / (high - low))
        if attempt == 0 and (mask_columns == 0 or not reach_basis(T, m, rows, columns, mask_rows, mask_columns)):
            continue
        if reach_end(T, m, rows, columns):
            read_mixes(T, m, rows, columns, p, q)
            least, most = bounds(game, m, p, q)
            if most - least <= ENOUGH or attempt == 1:
                mask_rows = 0
                mask_columns = 0
                for i in range(m):
                    if rows[i] >= 16:
                        mask_columns |= 1 << (rows[i] - 16)
                for j in range(5):
                    if columns[j] < 16:
                        mask_rows |= 1 << columns[j]
                return 0.5 * (least + most), most - least, mask_rows, mask_columns
    return 0.5 * (maximin + minimax), minimax - maximin, 0, 0


def solved(game: list[float], m: int) -> tuple[float, list[float], list[float], float]:
    """Value, mix of rows, mix of columns, and gap of a game of m rows, as plain lists."""
    p, q = [0.0] * m, [0.0] * 5
    value, gap, _, _ = solve(game, m, [0.0] * (6 * (m + 1)), [0] * m, [0] * 5, p, q, 0, 0)
    return value, p, q, gap
