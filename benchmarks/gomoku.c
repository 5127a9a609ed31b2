/* What takes most of gomoku's time, written by hand in C: stones put and taken back, moves listed and put into
 * order, wins by fours looked for. It works on the arrays of plyground.games.gomoku.field, whose places are
 * given when this is compiled (-DSHAPES=4096 and so on), and so has to find the same. */
#include <stdint.h>

typedef uint64_t u64;
typedef int64_t i64;

enum { LOW_FACTS = 34, STONE_SHIFT = 32, SAVED_WORDS = 33 };
enum { NEXT = 0, END = 1, FOUR = 2, ANSWER = 3, NO_WIN = 0, GO_ON = -1 };

typedef struct {
    i64 rows, middle;
    const u64 *inside, *keys;
    const uint8_t *kinds;
    const uint32_t *facts;
    u64 *words;
    i64 *numbers;
} Field;

static u64 mixed(u64 v) {
    v = (v ^ (v >> 30)) * 0xBF58476D1CE4E5B9u;
    v = (v ^ (v >> 27)) * 0x94D049BB133111EBu;
    return v ^ (v >> 31);
}

static int lowest(u64 set) { return __builtin_ctzll(set); }

static inline i64 how_many(const Field *f, int side, int rank) { return f->numbers[COUNTS + side * RANKS + rank]; }

static inline u64 row_of(const Field *f, int side, int rank, i64 row) {
    return f->words[SETS + (side * RANKS + rank) * STRIDE + row];
}

static inline int rank_of(const Field *f, i64 cell, int side) {
    return f->words[SHAPES + cell] >> (LOW_FACTS + 3 * side) & 7;
}

/* Stones come and go */

static void change_ranks(u64 *restrict words, i64 *restrict numbers, u64 cell, u64 old, u64 new) {
    u64 row = cell >> 6, here = (u64)1 << (cell & 63);
    for (int side = 0; side < 2; side++) {
        u64 before = side * RANKS + (old >> (LOW_FACTS + 3 * side) & 7);
        u64 after = side * RANKS + (new >> (LOW_FACTS + 3 * side) & 7);
        if (before != after) {
            words[SETS + before * STRIDE + row] ^= here;
            words[SETS + after * STRIDE + row] ^= here;
            numbers[COUNTS + before]--;
            numbers[COUNTS + after]++;
        }
    }
}

static const int STEP[4] = {1, STRIDE, STRIDE + 1, STRIDE - 1};
static const u64 RANKS_MASK = (u64)63 << LOW_FACTS;

static void put(const Field *f, i64 cell, int side) {
    u64 *restrict words = f->words;
    i64 *restrict numbers = f->numbers;
    u64 stone = side + 1, ply = numbers[PLY]++ & ((1 << SAVED_BITS) - 1), *saved = words + SAVED + ply * SAVED_WORDS;
    i64 value = numbers[VALUE];
    numbers[SAVED_VALUES + ply] = value;
    u64 before = words[SHAPES + cell];
    saved[32] = before;
    words[SHAPES + cell] = stone << STONE_SHIFT;
    value -= (i64)(before >> VALUE_SHIFT) - ZERO_VALUE;
    if (before & RANKS_MASK) change_ranks(words, numbers, cell, before, stone << STONE_SHIFT);
    words[STONES + (cell >> 6)] ^= (u64)1 << (cell & 63);
    words[KEY] ^= f->keys[cell << 1 | side];
#pragma GCC unroll 4
    for (int direction = 0; direction < 4; direction++) {
        u64 keep = 0xFFFFFFFFu ^ (u64)0x000F000F << 4 * direction, near = cell - 4 * STEP[direction];
        for (int place = 0; place < 8; place++, near += STEP[direction]) {
            if (place == 4) near += STEP[direction];
            u64 lines = words[near] ^ stone << (16 * direction + 14 - 2 * place), old = words[SHAPES + near];
            words[near] = lines;
            *saved++ = old;
            if ((old >> STONE_SHIFT & 3) == 0) {
                u64 pair = f->kinds[lines >> 16 * direction & 0xFFFF];
                u64 shapes = (old & keep) | ((pair & 15) | pair >> 4 << 16) << 4 * direction;
                if (shapes != (old & 0xFFFFFFFFu)) {
                    u64 facts = f->facts[shapes & 0xFFFF] + f->facts[shapes >> 16 | NOUGHTS_FACTS];
                    u64 new = shapes | facts << LOW_FACTS;
                    words[SHAPES + near] = new;
                    value += (i64)(new >> VALUE_SHIFT) - (i64)(old >> VALUE_SHIFT);
                    if ((new ^ old) & RANKS_MASK) change_ranks(words, numbers, near, old, new);
                }
            }
        }
    }
    numbers[VALUE] = value;
}

static void take(const Field *f, i64 cell, int side) {
    u64 *restrict words = f->words;
    i64 *restrict numbers = f->numbers;
    u64 stone = side + 1, ply = --numbers[PLY] & ((1 << SAVED_BITS) - 1), *saved = words + SAVED + ply * SAVED_WORDS;
#pragma GCC unroll 4
    for (int direction = 0; direction < 4; direction++) {
        u64 near = cell - 4 * STEP[direction];
        for (int place = 0; place < 8; place++, near += STEP[direction]) {
            if (place == 4) near += STEP[direction];
            words[near] ^= stone << (16 * direction + 14 - 2 * place);
            u64 old = words[SHAPES + near], new = *saved;
            *saved++ = 0;
            words[SHAPES + near] = new;
            if ((new ^ old) & RANKS_MASK) change_ranks(words, numbers, near, old, new);
        }
    }
    words[KEY] ^= f->keys[cell << 1 | side];
    words[STONES + (cell >> 6)] ^= (u64)1 << (cell & 63);
    u64 old = words[SHAPES + cell], new = *saved;
    *saved = 0;
    words[SHAPES + cell] = new;
    if (new & RANKS_MASK) change_ranks(words, numbers, cell, old, new);
    numbers[VALUE] = numbers[SAVED_VALUES + ply];
    numbers[SAVED_VALUES + ply] = 0;
}

/* Moves */

static i64 write_row(u64 cells, i64 row, i64 *out, i64 at) {
    for (; cells; cells &= cells - 1) out[at++] = row * STRIDE + lowest(cells);
    return at;
}

static i64 write_rank(const Field *f, int side, int rank, i64 *out, i64 at) {
    if (how_many(f, side, rank) > 0)
        for (i64 row = REACH; row < REACH + f->rows; row++) at = write_row(row_of(f, side, rank, row), row, out, at);
    return at;
}

static void gather_answers(const Field *f, int attacker) {
    u64 *scratch = f->words + SCRATCH;
    i64 first = -1;
    for (i64 row = REACH; row < REACH + f->rows; row++) scratch[row] = 0;
    for (i64 threat_row = REACH; threat_row < REACH + f->rows; threat_row++)
        for (u64 threats = row_of(f, attacker, WINNING_FOUR, threat_row); threats; threats &= threats - 1) {
            int column = lowest(threats), is_first = first < 0;
            if (is_first) first = threat_row;
            put(f, threat_row * STRIDE + column, attacker);
            for (i64 row = first - REACH; row <= first + REACH; row++) {
                u64 stops = row_of(f, attacker, FIVES, row) | (row == threat_row ? (u64)1 << column : 0);
                scratch[row] = is_first ? stops : scratch[row] & stops;
            }
            take(f, threat_row * STRIDE + column, attacker);
        }
}

static i64 candidates(const Field *f, i64 *out, i64 at) {
    int own = f->numbers[SIDE], other = 1 - own;
    if (how_many(f, own, FIVES) > 0) return write_rank(f, own, FIVES, out, at);
    if (how_many(f, other, FIVES) > 0) return write_rank(f, other, FIVES, out, at);
    if (how_many(f, own, WINNING_FOUR) > 0) return write_rank(f, own, WINNING_FOUR, out, at);
    i64 end = at;
    if (how_many(f, other, WINNING_FOUR) > 0) {
        gather_answers(f, other);
        for (i64 row = REACH; row < REACH + f->rows; row++) {
            u64 fours = row_of(f, own, FOURS, row) | row_of(f, own, FOUR_THREE, row);
            end = write_row(f->words[SCRATCH + row] | fours, row, out, end);
        }
        return end > at ? end : write_rank(f, other, WINNING_FOUR, out, at);
    }
    for (i64 row = REACH; row < REACH + f->rows; row++) {
        const u64 *s = f->words + STONES + row;
        u64 around = s[-2] | s[-1] | s[0] | s[1] | s[2];
        u64 near = (around | around << 1 | around >> 1 | around << 2 | around >> 2) & f->inside[row] & ~s[0];
        if (end - at + __builtin_popcountll(near) <= MOST_MOVES) end = write_row(near, row, out, end);
    }
    if (end == at) out[end++] = f->middle;
    return end;
}

static void rank_moves(const Field *f, const i64 *moves, i64 *order, i64 end, const i64 *history) {
    for (i64 i = 0; i < end; i++) {
        i64 urge = f->words[SHAPES + moves[i]] >> URGE_SHIFT & FACT_MASK;
        order[i] = history[moves[i] & 4095] + ((urge < 1000 ? urge : 1000) << 24);
    }
}

/* Wins by fours */

static i64 only_cell(const Field *f, int side, int rank) {
    i64 row = REACH;
    while (row_of(f, side, rank, row) == 0) row++;
    return row * STRIDE + lowest(row_of(f, side, rank, row));
}

static u64 failed_mark(const Field *f, int attacker, i64 prospect) {
    return mixed(f->words[KEY] ^ attacker * 0x9E3779B97F4A7C15u ^ (u64)prospect);
}

static i64 with_prospects(const Field *f, int attacker, i64 prospect, i64 begin, i64 end) {
    i64 kept = begin, *numbers = f->numbers;
    for (i64 place = begin; place < end; place++) {
        u64 shapes = f->words[SHAPES + numbers[place]] >> 16 * attacker;
        int lines = 0;
        for (int direction = 0; direction < 4; direction++) lines += (shapes >> 4 * direction & 15) >= (u64)prospect;
        if (lines > 1) numbers[kept++] = numbers[place];
    }
    return kept;
}

static i64 enter(const Field *f, int attacker, i64 prospect, i64 level) {
    i64 *numbers = f->numbers, *base = numbers + LEVELS + 4 * level, begin = level == 0 ? STACK : base[END - 4];
    int defender = 1 - attacker;
    base[NEXT] = base[END] = begin;
    if (how_many(f, attacker, FIVES) > 0) {
        numbers[LINE + 2 * level] = only_cell(f, attacker, FIVES);
        return 1;
    }
    i64 against = how_many(f, defender, FIVES);
    if (against > 1) return NO_WIN;
    if (against == 1) {
        i64 cell = only_cell(f, defender, FIVES);
        if (rank_of(f, cell, attacker) < FOURS) return NO_WIN;
        numbers[begin] = cell;
        base[END] = begin + 1;
        return GO_ON;
    }
    if (how_many(f, attacker, WINNING_FOUR) > 0) {
        numbers[LINE + 2 * level] = only_cell(f, attacker, WINNING_FOUR);
        return 3;
    }
    if (level >= MOST_LEVELS) return NO_WIN;
    i64 end = write_rank(f, attacker, FOUR_THREE, numbers, begin);
    end = with_prospects(f, attacker, prospect, end, write_rank(f, attacker, FOURS, numbers, end));
    if (end == begin) return NO_WIN;
    u64 mark = failed_mark(f, attacker, prospect);
    if (f->words[FAILED + (mark >> (64 - FAILED_BITS))] == mark) return NO_WIN;
    base[END] = end;
    return GO_ON;
}

static i64 win_by_fours(const Field *f, i64 budget, i64 prospect) {
    i64 *numbers = f->numbers, level = 0, tried = 0;
    int attacker = numbers[SIDE], defender = 1 - attacker;
    i64 found = enter(f, attacker, prospect, level);
    if (found >= 0) return found;
    while (level >= 0) {
        i64 *base = numbers + LEVELS + 4 * level;
        if (found > 0 || tried >= budget || base[NEXT] == base[END]) {
            if (found == 0 && tried < budget) {
                u64 mark = failed_mark(f, attacker, prospect);
                f->words[FAILED + (mark >> (64 - FAILED_BITS))] = mark;
            }
            if (--level >= 0) {
                take(f, base[ANSWER - 4], defender);
                take(f, base[FOUR - 4], attacker);
            }
            continue;
        }
        found = 0;
        i64 cell = numbers[base[NEXT]++];
        tried++;
        numbers[LINE + 2 * level] = cell;
        put(f, cell, attacker);
        if (how_many(f, attacker, FIVES) > 1) {
            found = 2 * level + 3;
            take(f, cell, attacker);
            continue;
        }
        i64 answer = only_cell(f, attacker, FIVES);
        numbers[LINE + 2 * level + 1] = answer;
        put(f, answer, defender);
        base[FOUR] = cell;
        base[ANSWER] = answer;
        i64 ahead = enter(f, attacker, prospect, level + 1);
        if (ahead == GO_ON) {
            level++;
            continue;
        }
        take(f, answer, defender);
        take(f, cell, attacker);
        if (ahead > 0) found = 2 * (level + 1) + ahead;
    }
    return found > 0 ? found : 0;
}

/* What is measured; each gives a number that depends on all that was found. */

/* Put all stones and take them back. */
i64 stones(const Field *f, const i64 *cells, i64 count, i64 rounds) {
    i64 total = 0;
    for (i64 round = 0; round < rounds; round++) {
        for (i64 i = 0; i < count; i++) {
            put(f, cells[i], i & 1);
            total += f->numbers[VALUE];
        }
        for (i64 i = count - 1; i >= 0; i--) take(f, cells[i], i & 1);
    }
    return total;
}

/* List the moves and bring them into order, in the position after each stone. */
i64 moves(const Field *f, const i64 *cells, i64 count, i64 rounds, i64 *out, i64 *order, const i64 *history) {
    i64 total = 0;
    for (i64 i = 0; i < count; i++) {
        f->numbers[SIDE] = i & 1;
        for (i64 round = 0; round < rounds; round++) {
            i64 end = candidates(f, out, 0);
            rank_moves(f, out, order, end, history);
            for (i64 first = 0; first < end; first++) {
                i64 top = first, rank = order[first];
                for (i64 j = first + 1; j < end; j++)
                    if (order[j] > rank) top = j, rank = order[j];
                i64 move = out[top];
                out[top] = out[first], order[top] = order[first];
                out[first] = move, order[first] = rank;
                total += move * (first + 1);
            }
        }
        put(f, cells[i], i & 1);
    }
    for (i64 i = count - 1; i >= 0; i--) take(f, cells[i], i & 1);
    return total;
}

/* Look for a win by fours after each stone; the key is another one in each round, so that nothing is known yet. */
i64 fours(const Field *f, const i64 *cells, i64 count, i64 rounds, i64 budget, i64 prospect) {
    i64 total = 0;
    for (i64 i = 0; i < count; i++) {
        f->numbers[SIDE] = i & 1;
        for (i64 round = 0; round < rounds; round++) {
            f->words[KEY] ^= mixed(round + 1);
            total += (i + 1) * win_by_fours(f, budget, prospect);
            f->words[KEY] ^= mixed(round + 1);
        }
        put(f, cells[i], i & 1);
    }
    for (i64 i = count - 1; i >= 0; i--) take(f, cells[i], i & 1);
    return total;
}
