/* The proof-number search of plyground.solver.dfpn, written by hand in C for Squava on 5x5 alone.
 *
 * It visits the same positions in the same order. Usage: dfpn TABLE_MB GOAL PLIES [CELL ...] asks whether the
 * side to move after these moves wins (GOAL 1) or holds (GOAL 0) within PLIES, and prints: 1 or -1, nodes,
 * seconds of processor time. */
#include "squava.h"

enum { DEEPEST = 128, HOLDING = 0, WINNING = 1, BOOLEAN_PLIES = 12, SHALLOW = 2, MARGIN_BITS = 5 };
enum { WINS = 1, WINS_NOT = 2, HOLDS = 4, HOLDS_NOT = 8, LEFT_BITS = 240, TAG_BITS = 255 };
enum { INFINITE = (1 << 29) - 1 };

static const u64 GOAL_SALT = 0x9E3779B97F4A7C15u;
static u64 *solved_table, *proof_table, solved_buckets, proof_buckets, keys[DEEPEST * MOST_MOVES];
static i64 moves[DEEPEST * MOST_MOVES], order[DEEPEST * MOST_MOVES], history[2 * 4096];
static i64 proof_numbers[DEEPEST * MOST_MOVES], disproof_numbers[DEEPEST * MOST_MOVES];
static i64 nodes_seen, node_limit = (i64)1 << 62, aborted;
static volatile i64 stop;

static u64 bucket_start(u64 k, u64 buckets) {
    u64 turned = (k & 255) << 24 | (k >> 8 & 0xFFFFFF);
    return (turned * buckets >> 32) << 3;
}

static int probe_solved(u64 k, int goal) {
    const u64 *e = solved_table + bucket_start(k, solved_buckets);
    for (int i = 0; i < 8; i++)
        if (((e[i] ^ k) & ~(u64)TAG_BITS) == 0) {
            if (goal == WINNING) return e[i] & WINS ? 1 : e[i] & (WINS_NOT | HOLDS_NOT) ? -1 : 0;
            return e[i] & (WINS | HOLDS) ? 1 : e[i] & HOLDS_NOT ? -1 : 0;
        }
    return 0;
}

static void store_solved(u64 k, int goal, int reached, i64 left) {
    u64 answer = reached ? (goal == WINNING ? WINS : HOLDS) : (goal == WINNING ? WINS_NOT : HOLDS_NOT);
    u64 *e = solved_table + bucket_start(k, solved_buckets), least = ~(u64)0;
    int victim = 0;
    for (int i = 0; i < 8; i++) {
        if (((e[i] ^ k) & ~(u64)TAG_BITS) == 0) {
            e[i] |= answer;
            return;
        }
        if ((e[i] & LEFT_BITS) < least) victim = i, least = e[i] & LEFT_BITS;
    }
    e[victim] = (k & ~(u64)TAG_BITS) | (u64)(left < 15 ? left : 15) << 4 | answer;
}

static u64 probe_proof_numbers(u64 k) {
    const u64 *e = proof_table + bucket_start(k, proof_buckets);
    for (int i = 0; i < 8; i += 2)
        if ((e[i] ^ e[i + 1]) == k) return e[i + 1];
    return 0;
}

static void store_proof_numbers(u64 k, i64 pn, i64 dn, i64 nodes) {
    u64 *e = proof_table + bucket_start(k, proof_buckets), least = ~(u64)0;
    int victim = 0;
    for (int i = 0; i < 8; i += 2) {
        if ((e[i] ^ e[i + 1]) == k) {
            victim = i;
            break;
        }
        if (e[i + 1] >> 58 < least) victim = i, least = e[i + 1] >> 58;
    }
    u64 data = (u64)pn | (u64)dn << 29 | (u64)(64 - __builtin_clzll(nodes)) << 58;
    e[victim] = k ^ data;
    e[victim + 1] = data;
}

static i64 remaining(const Position *p) { return __builtin_popcountll(FULL & ~(p->own | p->other)); }

static int answer_at_once(const Position *p, int goal, i64 plies, u64 *k) {
    *k = 0;
    int ended = outcome(p);
    if (ended != OPEN) return ended >= goal ? 1 : -1;
    int seen = proof(p);
    if (seen > 0 && (goal == HOLDING || seen <= plies)) return 1;
    if (seen < 0 && (goal == WINNING || -seen <= plies)) return -1;
    if (seen != 0 || plies <= 0) return goal == HOLDING ? 1 : -1;
    i64 left = remaining(p);
    u64 code = mixed(key(p));
    *k = plies >= left ? code : mixed(code ^ (u64)plies);
    if (left <= SHALLOW) return 0;
    int known = probe_solved(*k, goal);
    if (known == 0 && plies < left) {
        known = probe_solved(code, goal);
        if (known != (goal == HOLDING ? 1 : -1)) known = 0;
    }
    return known;
}

static void rank_moves(const Position *p, int goal, i64 first, i64 last) {
    u64 empty = FULL & ~(p->own | p->other), strong = threatening(p->own, empty, empty);
    for (i64 i = first; i < last; i++)
        order[i] = history[goal * 4096 + (moves[i] & 4095)] + ((i64)(strong >> moves[i] & 1) << 24);
}

static i64 next_move(i64 i, i64 last) {
    i64 top = i;
    for (i64 j = i + 1; j < last; j++)
        if (order[j] > order[top]) top = j;
    i64 move = moves[top];
    moves[top] = moves[i];
    order[top] = order[i];
    moves[i] = move;
    return move;
}

static void update_history(int goal, i64 first, i64 i, i64 depth) {
    i64 bonus = depth * depth < 400 ? depth * depth : 400;
    for (i64 j = first; j < i; j++) {
        i64 *h = history + goal * 4096 + (moves[j] & 4095);
        *h -= bonus + (*h * bonus >> 14);
    }
    i64 *h = history + goal * 4096 + (moves[i] & 4095);
    *h += bonus - (*h * bonus >> 14);
}

static int boolean_search(const Position *p, int goal, i64 plies, i64 at) {
    if (++nodes_seen >= node_limit || stop) {
        aborted = 1;
        return 0;
    }
    u64 code;
    int known = answer_at_once(p, goal, plies, &code);
    if (known) return known > 0;
    i64 left = remaining(p), end = candidates(p, moves, at);
    rank_moves(p, goal, at, end);
    int reached = 0;
    for (i64 i = at; i < end; i++) {
        Position child = play(p, next_move(i, end));
        reached = !boolean_search(&child, 1 - goal, plies - 1, end);
        if (aborted) return 0;
        if (reached) {
            update_history(goal, at, i, left);
            break;
        }
    }
    if (left > SHALLOW) store_solved(code, goal, reached, left < plies ? left : plies);
    return reached;
}

static void set_final(i64 at, int reached) {
    proof_numbers[at] = reached ? 0 : INFINITE;
    disproof_numbers[at] = reached ? INFINITE : 0;
}

static i64 expand(const Position *p, int goal, i64 plies, i64 at) {
    i64 end = candidates(p, moves, at), free = at;
    rank_moves(p, goal, at, end);
    for (i64 i = at; i < end; i++) {
        i64 move = next_move(i, end);
        Position child = play(p, move);
        u64 k;
        int known = answer_at_once(&child, 1 - goal, plies - 1, &k), seen = 0;
        i64 pn = known > 0 ? 0 : INFINITE, dn = known > 0 ? INFINITE : 0;
        if (!known) {
            u64 data = probe_proof_numbers(k ^ GOAL_SALT * (u64)(1 - goal));
            pn = data ? (i64)(data & INFINITE) : 1;
            dn = data ? (i64)(data >> 29 & INFINITE) : candidates(&child, moves, end) - end;
        }
        for (i64 j = at; k && j < free; j++) seen |= keys[j] == k;
        if (seen) continue;
        moves[free] = move;
        keys[free] = k;
        proof_numbers[free] = pn;
        disproof_numbers[free] = dn;
        free++;
        if (dn == 0) break;
    }
    return free;
}

static void dfpn_search(const Position *p, u64 code, int goal, i64 plies, i64 pn_limit, i64 dn_limit, i64 at,
                        i64 *pn_found, i64 *dn_found) {
    i64 began = ++nodes_seen, end = expand(p, goal, plies, at), pn, dn, second, best;
    for (;;) {
        i64 least = INFINITE;
        pn = INFINITE, dn = 0, second = INFINITE, best = at;
        for (i64 i = at; i < end; i++) {
            i64 value = disproof_numbers[i], room = INFINITE - 1 - dn;
            dn += proof_numbers[i] < room ? proof_numbers[i] : room;
            if (value < pn) pn = value;
            if (value < least) second = least, least = value, best = i;
            else if (value < second) second = value;
        }
        if (pn == 0) dn = INFINITE;
        else if (pn >= INFINITE) dn = 0;
        if (pn == 0 || dn == 0) {
            i64 left = remaining(p);
            store_solved(code, goal, pn == 0, plies < left ? plies : left);
            break;
        }
        if (nodes_seen >= node_limit || stop) aborted = 1;
        if (pn >= pn_limit || dn >= dn_limit || aborted) break;
        u64 k = keys[best];
        int known = probe_solved(k, 1 - goal);
        if (known) {
            set_final(best, known > 0);
            continue;
        }
        Position child = play(p, moves[best]);
        i64 left = remaining(&child);
        if ((left < plies - 1 ? left : plies - 1) <= BOOLEAN_PLIES) {
            int reached = boolean_search(&child, 1 - goal, plies - 1, end);
            if (!aborted) set_final(best, reached);
        } else {
            i64 next_dn = second + (second >> MARGIN_BITS) + 1, next_pn = dn_limit - (dn - proof_numbers[best]);
            if (next_dn > pn_limit) next_dn = pn_limit;
            if (next_dn < disproof_numbers[best] + 1) next_dn = disproof_numbers[best] + 1;
            if (next_pn > INFINITE) next_pn = INFINITE;
            dfpn_search(&child, k, 1 - goal, plies - 1, next_pn, next_dn, end, proof_numbers + best,
                        disproof_numbers + best);
        }
    }
    if (pn != 0 && dn != 0) store_proof_numbers(code ^ GOAL_SALT * (u64)goal, pn, dn, nodes_seen - began);
    *pn_found = pn, *dn_found = dn;
}

int main(int argc, char **argv) {
    if (argc < 4) return fprintf(stderr, "usage: dfpn TABLE_MB GOAL PLIES [CELL ...]\n"), 2;
    set_up_rules();
    u64 lines = ((u64)atoi(argv[1]) << 20) / 64, code;
    proof_buckets = lines / 4;
    solved_buckets = lines - proof_buckets;
    solved_table = new_table(solved_buckets * 64);
    proof_table = new_table(proof_buckets * 64);
    Position start = {0};
    for (int i = 4; i < argc; i++) start = play(&start, atoi(argv[i]));
    int goal = atoi(argv[2]);
    i64 plies = atoi(argv[3]), pn, dn;
    double began = now();
    answer_at_once(&start, goal, plies, &code);
    dfpn_search(&start, code, goal, plies, INFINITE, INFINITE, 0, &pn, &dn);
    printf("%d %lld %.6f\n", pn == 0 ? 1 : dn == 0 ? -1 : 0, (long long)nodes_seen, now() - began);
    return 0;
}
