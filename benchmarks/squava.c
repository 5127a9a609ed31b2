/* The search of plyground.engine.search, written by hand in C for Squava on 5x5 alone.
 *
 * It visits the same positions in the same order, so that its node counts equal Plyground's to the
 * digit and the two speeds can be compared. Usage: squava DEPTH TABLE_MB, prints a line per depth:
 * depth, score, nodes, seconds of processor time. */
#include "squava.h"

enum { MAX_PLY = 128 };
enum { WIN = 30000, PROVEN = 29000, INFINITE = 32000, SETTLED = 255 };
enum { LOWER = 1, UPPER = 2, EXACT = 3 };

static u64 *table;
static int table_shift;
static i64 moves[MAX_PLY * MOST_MOVES], order[MAX_PLY * MOST_MOVES];
static i64 killers[2 * MAX_PLY], history[2 * 4096];
static i64 line[(MAX_PLY + 2) * (MAX_PLY + 2)], length[MAX_PLY + 2];
static char settled_at[MAX_PLY + 2];
static i64 nodes_seen, node_limit = (i64)1 << 62, aborted, age;
static volatile i64 stop;

static int soonest_win(const Position *p) {
    u64 answers = FULL & ~(p->own | p->other) & ~losses(p->other);
    return answers & (answers - 1) ? 4 : 2;
}

static int open_fours(u64 m, u64 o, int s, u64 start) {
    u64 oo = o | o >> s, free_of = start & ~(oo | oo >> 2 * s);
    u64 a = m >> s, b = m >> 2 * s, c = m >> 3 * s;
    u64 two = (m & a) | (b & c) | ((m | a) & (b | c));
    u64 three = (m & a & (b | c)) | (b & c & (m | a));
    return __builtin_popcountll(two & free_of) + 2 * __builtin_popcountll(three & free_of);
}

static int shape(u64 m, u64 o) {
    int total = 0;
    for (int d = 0; d < 4; d++) total += open_fours(m, o, STEP[d], four_start[d]);
    return total;
}

static i64 evaluate(const Position *p) {
    u64 empty = FULL & ~(p->own | p->other);
    int mine = __builtin_popcountll(empty & ~losses(p->own));
    int theirs = __builtin_popcountll(empty & ~losses(p->other));
    return 4 * (shape(p->own, p->other) - shape(p->other, p->own)) + 2 * (mine - theirs);
}

static u64 probe(u64 k) {
    const u64 *e = table + (mixed(k) >> table_shift) * 4;
    if ((e[0] ^ e[1]) == k) return e[1];
    if ((e[2] ^ e[3]) == k) return e[3];
    return 0;
}

static void store(u64 k, i64 move, i64 score, i64 depth, i64 bound) {
    u64 *e = table + (mixed(k) >> table_shift) * 4;
    u64 data = (u64)(uint32_t)move | (u64)(score + 32768) << 32 | (u64)depth << 48 | (u64)bound << 56 |
               (u64)age << 58;
    int same = (e[0] ^ e[1]) == k;
    if (!same && e[1] >> 58 == (u64)age && (i64)(e[1] >> 48 & 255) > depth) e += 2;
    e[0] = k ^ data;
    e[1] = data;
}

static i64 from_table(i64 s, i64 ply) { return s > PROVEN ? s - ply : s < -PROVEN ? s + ply : s; }
static i64 to_table(i64 s, i64 ply) { return s > PROVEN ? s + ply : s < -PROVEN ? s - ply : s; }

static void take_line(i64 ply, i64 move) {
    i64 *own = line + ply * (MAX_PLY + 2);
    own[0] = move;
    for (i64 i = 0; i < length[ply + 1]; i++) own[1 + i] = own[MAX_PLY + 2 + i];
    length[ply] = length[ply + 1] + 1;
}

static i64 search(const Position *p, i64 depth, i64 alpha, i64 beta, i64 ply, i64 at) {
    length[ply] = 0;
    if (++nodes_seen >= node_limit || stop) {
        aborted = 1;
        return 0;
    }
    int ended = outcome(p);
    if (ended != OPEN) {
        settled_at[ply] = 1;
        return ended == LOST ? ply - WIN : ended == WON ? WIN - ply : 0;
    }
    int seen = proof(p);
    if (seen) {
        settled_at[ply] = 1;
        return seen > 0 ? WIN - ply - seen : ply - seen - WIN;
    }
    if (depth <= 0 || ply >= MAX_PLY - 1) {
        settled_at[ply] = 0;
        return evaluate(p);
    }
    if (alpha > PROVEN && alpha >= WIN - ply - soonest_win(p)) {
        settled_at[ply] = 1;
        return alpha;
    }
    if (beta <= ply + 3 - WIN) {
        settled_at[ply] = 1;
        return beta;
    }
    int wide = beta - alpha > 1;
    u64 k = key(p), data = probe(k);
    i64 table_move = -1;
    if (data) {
        table_move = (i64)(data & 0xFFFFFFFF);
        i64 old_depth = data >> 48 & 255, bound = data >> 56 & 3;
        i64 old = from_table((i64)(data >> 32 & 0xFFFF) - 32768, ply);
        if (!wide && (bound & LOWER) && old >= beta && (old_depth >= depth || old > PROVEN)) {
            settled_at[ply] = old_depth == SETTLED || old > PROVEN;
            return old;
        }
        if (!wide && (bound & UPPER) && old <= alpha && (old_depth >= depth || old < -PROVEN)) {
            settled_at[ply] = old_depth == SETTLED || old < -PROVEN;
            return old;
        }
    }
    i64 end = candidates(p, moves, at), side = (ply & 1) * 4096;
    u64 empty = FULL & ~(p->own | p->other), first = threatening(p->own, empty, empty);
    for (i64 i = at; i < end; i++) {
        i64 move = moves[i], value = history[side + (move & 4095)];
        value += (i64)(first >> move & 1) << 24;
        if ((move & 0xFFFFFFFF) == table_move) value += (i64)1 << 40;
        else if (move == killers[2 * ply]) value += 1 << 18;
        else if (move == killers[2 * ply + 1]) value += 1 << 17;
        order[i] = value;
    }
    i64 next = end - at > 1 ? depth - 1 : depth;
    i64 best = -INFINITE, best_move = -1, floor = alpha;
    int settled = 1;
    for (i64 i = at; i < end; i++) {
        i64 top = i, score;
        for (i64 j = i + 1; j < end; j++)
            if (order[j] > order[top]) top = j;
        i64 move = moves[top];
        moves[top] = moves[i];
        order[top] = order[i];
        moves[i] = move;
        Position child = play(p, move);
        if (next > 0) __builtin_prefetch(table + (mixed(key(&child)) >> table_shift) * 4);
        if (i == at) {
            score = -search(&child, next, -beta, -alpha, ply + 1, end);
        } else {
            score = -search(&child, next, -alpha - 1, -alpha, ply + 1, end);
            if (alpha < score && score < beta) score = -search(&child, next, -beta, -alpha, ply + 1, end);
        }
        if (aborted) return 0;
        if (score > best) {
            best = score;
            best_move = move;
            if (score > alpha) {
                alpha = score;
                if (wide) take_line(ply, move);
                if (score >= beta) {
                    settled = settled_at[ply + 1];
                    i64 bonus = depth * depth < 400 ? depth * depth : 400;
                    for (i64 j = at; j < i; j++) {
                        i64 *h = history + side + (moves[j] & 4095);
                        *h -= bonus + (*h * bonus >> 14);
                    }
                    i64 *h = history + side + (move & 4095);
                    *h += bonus - (*h * bonus >> 14);
                    if (killers[2 * ply] != move) {
                        killers[2 * ply + 1] = killers[2 * ply];
                        killers[2 * ply] = move;
                    }
                    break;
                }
            }
        }
        settled = settled && settled_at[ply + 1];
    }
    i64 bound = best >= beta ? LOWER : best > floor ? EXACT : UPPER;
    if ((bound == LOWER && best > PROVEN) || (bound == UPPER && best < -PROVEN)) settled = 1;
    settled_at[ply] = settled;
    store(k, best_move, to_table(best, ply), settled ? SETTLED : depth, bound);
    return best;
}

/* Search every move of the position and bring the best one to the front of `roots`. */
static i64 search_root(const Position *p, i64 *roots, i64 count, i64 depth) {
    i64 alpha = -INFINITE, beta = INFINITE, best = -INFINITE, best_at = 0;
    length[0] = 0;
    for (i64 i = 0; i < count; i++) {
        i64 score;
        Position child = play(p, roots[i]);
        if (i == 0) {
            score = -search(&child, depth - 1, -beta, -alpha, 1, 0);
        } else {
            score = -search(&child, depth - 1, -alpha - 1, -alpha, 1, 0);
            if (alpha < score && score < beta) score = -search(&child, depth - 1, -beta, -alpha, 1, 0);
        }
        if (score > best) {
            best = score;
            best_at = i;
            if (score > alpha) {
                alpha = score;
                take_line(0, roots[i]);
            }
        }
    }
    i64 move = roots[best_at];
    memmove(roots + 1, roots, sizeof(i64) * best_at);
    roots[0] = move;
    return best;
}

static void set_up(int table_mb) {
    set_up_rules();
    u64 buckets = 1;
    while (buckets * 2 * 32 <= (u64)table_mb << 20) buckets *= 2;
    table_shift = 64 - __builtin_ctzll(buckets);
    table = new_table(buckets * 32);
    for (int i = 0; i < 2 * MAX_PLY; i++) killers[i] = -1;
}

int main(int argc, char **argv) {
    if (argc != 3) return fprintf(stderr, "usage: squava DEPTH TABLE_MB\n"), 2;
    set_up(atoi(argv[2]));
    Position start = {0};
    i64 roots[CELLS];
    for (int cell = 0; cell < CELLS; cell++) roots[cell] = cell;
    for (int depth = 1; depth <= atoi(argv[1]); depth++) {
        i64 before = nodes_seen;
        double began = now();
        i64 score = search_root(&start, roots, CELLS, depth);
        printf("%d %lld %lld %.6f\n", depth, (long long)score, (long long)(nodes_seen - before), now() - began);
    }
    return 0;
}
