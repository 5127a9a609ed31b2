/* Squava on 5x5 written by hand in C: its rules, what plyground.games.squava sees at once, and mirror images. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>

typedef uint64_t u64;
typedef int64_t i64;

enum { COLUMNS = 5, CELLS = 25, MOST_MOVES = 1024 };
enum { LOST = -1, DRAWN = 0, WON = 1, OPEN = 2 };

static const int STEP[4] = {1, COLUMNS, COLUMNS + 1, COLUMNS - 1};
static const u64 FULL = (1u << CELLS) - 1;
static u64 four_start[4], three_start[4], codes[2 * CELLS][8];

typedef struct {
    u64 own, other;
    i64 side;
    u64 images[8];
} Position;

static u64 mixed(u64 v) {
    v = (v ^ (v >> 30)) * 0xBF58476D1CE4E5B9u;
    v = (v ^ (v >> 27)) * 0x94D049BB133111EBu;
    return v ^ (v >> 31);
}

static u64 fours(u64 m, int s, u64 start) {
    u64 a = m >> s, b = m >> 2 * s, c = m >> 3 * s;
    u64 ma = m & a & start, bc = b & c & start;
    return (a & bc) | (m & bc) << s | (ma & c) << 2 * s | (ma & b) << 3 * s;
}

static u64 threes(u64 m, int s, u64 start) {
    u64 a = m >> s, b = m >> 2 * s;
    return (a & b & start) | (m & b & start) << s | (m & a & start) << 2 * s;
}

static u64 wins(u64 m) {
    u64 all = 0;
    for (int d = 0; d < 4; d++) all |= fours(m, STEP[d], four_start[d]);
    return all;
}

static u64 losses(u64 m) {
    u64 all = 0;
    for (int d = 0; d < 4; d++) all |= threes(m, STEP[d], three_start[d]);
    return all;
}

/* Where one more mark leaves four with a gap in the middle, the gap one of `gaps`: after it and before it. */
static void splits(u64 m, u64 empty, u64 gaps, int s, u64 start, u64 *after, u64 *before) {
    u64 a = m >> s, b = m >> 2 * s, c = m >> 3 * s;
    u64 early = gaps >> s & start, late = gaps >> 2 * s & start, end = (early & b) | (late & a);
    *after = (empty & c & end) | (empty >> s & late & m & c) << s;
    *before = (empty >> 2 * s & early & m & c) << 2 * s | (empty >> 3 * s & m & end) << 3 * s;
}

static u64 threatening(u64 m, u64 empty, u64 gaps) {
    u64 all = 0, after, before;
    for (int d = 0; d < 4; d++) {
        splits(m, empty, gaps, STEP[d], four_start[d], &after, &before);
        all |= after | before;
    }
    return all;
}

static u64 forking(u64 m, u64 empty) {
    u64 once = 0, twice = 0, after, before;
    for (int d = 0; d < 4; d++) {
        splits(m, empty, empty, STEP[d], four_start[d], &after, &before);
        twice |= (after & before) | (once & (after | before));
        once |= after | before;
    }
    return twice;
}

static int outcome(const Position *p) {
    u64 m = p->other, three = 0, four = 0;
    for (int d = 0; d < 4; d++) {
        int s = STEP[d];
        three |= m & m >> s & m >> 2 * s & three_start[d];
    }
    if (three) {
        for (int d = 0; d < 4; d++) {
            int s = STEP[d];
            four |= m & m >> s & m >> 2 * s & m >> 3 * s & four_start[d];
        }
        return four ? LOST : WON;
    }
    return (p->own | p->other) == FULL ? DRAWN : OPEN;
}

static int proof(const Position *p) {
    u64 empty = FULL & ~(p->own | p->other);
    if (wins(p->own) & empty) return 1;
    u64 safe = empty & ~losses(p->own);
    if (!safe) return -1;
    u64 threats = wins(p->other) & empty;
    if (threats && ((threats & (threats - 1)) || !(threats & safe))) return -2;
    u64 unsafe = losses(p->other), answers = empty & ~unsafe;
    if (answers & (answers - 1)) {
        u64 winning = forking(p->own, empty) | threatening(p->own, empty, empty & unsafe);
        if (winning & (threats ? threats : safe)) return 3;
    }
    return 0;
}

static i64 candidates(const Position *p, i64 *moves, i64 at) {
    u64 empty = FULL & ~(p->own | p->other);
    u64 must = wins(p->other) & empty;
    u64 good = must ? must : empty & ~losses(p->own);
    for (; good; good &= good - 1) moves[at++] = __builtin_ctzll(good);
    return at;
}

static u64 key(const Position *p) {
    u64 least = p->images[0];
    for (int t = 1; t < 8; t++)
        if (p->images[t] < least) least = p->images[t];
    return least;
}

static Position play(const Position *p, i64 move) {
    Position child = {p->other, p->own | (u64)1 << move, 1 - p->side, {0}};
    const u64 *code = codes[p->side * CELLS + move];
    for (int t = 0; t < 8; t++) child.images[t] = p->images[t] ^ code[t];
    return child;
}

static void set_up_rules(void) {
    static const int across[4] = {1, 0, 1, -1}, up[4] = {0, 1, 1, 1};
    for (int d = 0; d < 4; d++)
        for (int cell = 0; cell < CELLS; cell++)
            for (int n = 3; n <= 4; n++) {
                int x = cell % COLUMNS + across[d] * (n - 1), y = cell / COLUMNS + up[d] * (n - 1);
                if (x >= 0 && x < COLUMNS && y < COLUMNS) *(n == 3 ? &three_start[d] : &four_start[d]) |= (u64)1 << cell;
            }
    for (int turn = 0; turn < 8; turn++)
        for (int cell = 0; cell < CELLS; cell++) {
            int x = cell % COLUMNS, y = cell / COLUMNS;
            if (turn & 1) x = COLUMNS - 1 - x;
            if (turn & 2) y = COLUMNS - 1 - y;
            int image = turn & 4 ? x * COLUMNS + y : y * COLUMNS + x;
            for (int side = 0; side < 2; side++)
                codes[side * CELLS + cell][turn] = (u64)1 << (side * CELLS + image);
        }
}

/* Zeroed memory at the beginning of a large page. */
static u64 *new_table(u64 bytes) {
    u64 page = 1 << 21, size = (bytes + page - 1) / page * page;
    u64 *table = aligned_alloc(page, size);
    madvise(table, size, MADV_HUGEPAGE);
    memset(table, 0, size);
    return table;
}

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return t.tv_sec + t.tv_nsec * 1e-9;
}
