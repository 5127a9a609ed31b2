/* What every move of a position of Squeeze-It is worth, with a limit of moves: all positions of a small board,
 * layer by layer, from the last ply back. Written from the rules in words; nothing of the package is in it.
 *
 *     squeeze_layers COLUMNS ROWS LIMIT < positions
 *
 * A position is a line: the cells from the bottom left, row by row, as . W B, how many plies were made, and for
 * how many plies the question is; 0 is to the end of the game. What lies beyond them counts as a draw. For each legal move a line is printed: the number of the position, the move, and what the side that moves
 * next gets: win, draw or loss, and in how many plies.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { EMPTY, WHITE, BLACK, MOST_CELLS = 16, MOST_QUESTIONS = 1000 };

static int columns, rows, cells, limit;
static int power[MOST_CELLS + 1];
static const int across[4] = {1, -1, 0, 0}, up[4] = {0, 0, 1, -1};

/* A value is 0 for a draw, plies + 1 for a win of the side to move and -(plies + 1) for its loss. */
static int8_t *later, *now;

static int next_cell(int cell, int direction) {
    int column = cell % columns + across[direction], row = cell / columns + up[direction];
    return column < 0 || column >= columns || row < 0 || row >= rows ? -1 : row * columns + column;
}

static int piece_at(const uint8_t *board, int cell) { return cell < 0 ? EMPTY : board[cell]; }

static int encode(const uint8_t *board) {
    int code = 0;
    for (int cell = 0; cell < cells; cell++) code += board[cell] * power[cell];
    return code;
}

static void decode(int code, uint8_t *board) {
    for (int cell = 0; cell < cells; cell++, code /= 3) board[cell] = code % 3;
}

static int after_move(const uint8_t *board, int source, int target) {
    uint8_t landed[MOST_CELLS], left[MOST_CELLS];
    int own = board[source], enemy = own == WHITE ? BLACK : WHITE;
    memcpy(landed, board, sizeof landed);
    landed[source] = EMPTY;
    landed[target] = own;
    memcpy(left, landed, sizeof left);
    for (int direction = 0; direction < 4; direction++) { /* bookends */
        int end = next_cell(target, direction);
        while (piece_at(landed, end) == enemy) end = next_cell(end, direction);
        if (piece_at(landed, end) != own) continue;
        for (int cell = next_cell(target, direction); cell != end; cell = next_cell(cell, direction))
            left[cell] = EMPTY;
    }
    for (int axis = 0; axis < 4; axis += 2) { /* from the middle */
        int ends[2];
        for (int side = 0; side < 2; side++) {
            ends[side] = target;
            while (piece_at(landed, ends[side]) == own) ends[side] = next_cell(ends[side], axis + side);
        }
        if (piece_at(landed, ends[0]) == enemy && piece_at(landed, ends[1]) == enemy)
            left[ends[0]] = left[ends[1]] = EMPTY;
    }
    return encode(left);
}

/* Calls for each legal move; returns how many there are. */
static int each_move(const uint8_t *board, int own, void (*call)(const uint8_t *, int, int, void *), void *more) {
    int count = 0;
    for (int source = 0; source < cells; source++) {
        if (board[source] != own) continue;
        for (int direction = 0; direction < 4; direction++)
            for (int target = next_cell(source, direction); target >= 0 && board[target] == EMPTY;
                 target = next_cell(target, direction)) {
                call(board, source, target, more);
                count++;
            }
    }
    return count;
}

static int earlier(int value) { return value == 0 ? 0 : value < 0 ? -value + 1 : -(value + 1); }

static int is_better(int value, int best) {
    int rank = value > 0 ? 2 : value == 0, best_rank = best > 0 ? 2 : best == 0;
    if (rank != best_rank) return rank > best_rank;
    return value < best; /* the shorter win, the longer loss */
}

struct search { int best, found; };

static void try_move(const uint8_t *board, int source, int target, void *more) {
    struct search *search = more;
    int value = earlier(later[after_move(board, source, target)]);
    if (!search->found || is_better(value, search->best)) search->best = value;
    search->found = 1;
}

static int value_within(const uint8_t *board, int plies, int left);

struct deep_search { int plies, left, best, found; };

static void try_deeply(const uint8_t *board, int source, int target, void *more) {
    struct deep_search *search = more;
    uint8_t after[MOST_CELLS] = {0};
    decode(after_move(board, source, target), after);
    int value = earlier(value_within(after, search->plies + 1, search->left - 1));
    if (!search->found || is_better(value, search->best)) search->best = value;
    search->found = 1;
}

static void ignore(const uint8_t *board, int source, int target, void *more) {
    (void)board, (void)source, (void)target, (void)more;
}

static int judge(const uint8_t *board, int plies) {
    int own = plies % 2 ? BLACK : WHITE, mine = 0, theirs = 0;
    if (plies < 2 * limit) {
        struct search search = {0, 0};
        return each_move(board, own, try_move, &search) ? search.best : -1;
    }
    if (!each_move(board, own, ignore, NULL)) return -1;
    for (int cell = 0; cell < cells; cell++) {
        mine += board[cell] == own;
        theirs += board[cell] != own && board[cell] != EMPTY;
    }
    return mine > theirs ? 1 : mine < theirs ? -1 : 0;
}

static int value_within(const uint8_t *board, int plies, int left) {
    int own = plies % 2 ? BLACK : WHITE;
    if (plies >= 2 * limit || !each_move(board, own, ignore, NULL)) return judge(board, plies);
    if (left == 0) return 0;
    struct deep_search search = {plies, left, 0, 0};
    each_move(board, own, try_deeply, &search);
    return search.best;
}

struct question { int number, plies, within; };

static void print_move(const uint8_t *board, int source, int target, void *more) {
    struct question *question = more;
    int code = after_move(board, source, target), value;
    if (question->within) {
        uint8_t after[MOST_CELLS] = {0};
        decode(code, after);
        value = value_within(after, question->plies + 1, question->within - 1);
    } else {
        value = later[code];
    }
    printf("%d %c%d-%c%d %s %d\n", question->number, 'a' + source % columns, source / columns + 1,
           'a' + target % columns, target / columns + 1, value > 0 ? "win" : value < 0 ? "loss" : "draw",
           value == 0 ? 0 : abs(value) - 1);
}

int main(int count, char **words) {
    static uint8_t boards[MOST_QUESTIONS][MOST_CELLS];
    static struct question questions[MOST_QUESTIONS];
    if (count != 4) return 2;
    columns = atoi(words[1]), rows = atoi(words[2]), limit = atoi(words[3]), cells = columns * rows;
    if (cells > MOST_CELLS) return 2;
    power[0] = 1;
    for (int cell = 0; cell < cells; cell++) power[cell + 1] = 3 * power[cell];

    char text[64];
    int asked = 0, first = 2 * limit, plies, within;
    while (asked < MOST_QUESTIONS && scanf("%63s %d %d", text, &plies, &within) == 3) {
        for (int cell = 0; cell < cells; cell++)
            boards[asked][cell] = text[cell] == 'W' ? WHITE : text[cell] == 'B' ? BLACK : EMPTY;
        questions[asked] = (struct question){asked, plies, within};
        if (within) each_move(boards[asked], plies % 2 ? BLACK : WHITE, print_move, &questions[asked]);
        else if (plies < first) first = plies;
        asked++;
    }
    if (first == 2 * limit) return 0;

    int *codes = malloc(sizeof(int) * power[cells]), known = 0;
    for (int code = 0; code < power[cells]; code++) {
        uint8_t board[MOST_CELLS] = {0};
        int pieces[3] = {0, 0, 0};
        decode(code, board);
        for (int cell = 0; cell < cells; cell++) pieces[board[cell]]++;
        if (pieces[WHITE] <= columns && pieces[BLACK] <= columns) codes[known++] = code;
    }
    later = calloc(power[cells], 1), now = calloc(power[cells], 1);
    for (int layer = 2 * limit; layer > first; layer--) {
        for (int each = 0; each < known; each++) {
            uint8_t board[MOST_CELLS] = {0};
            decode(codes[each], board);
            now[codes[each]] = (int8_t)judge(board, layer);
        }
        int8_t *swap = later;
        later = now, now = swap;
        for (int each = 0; each < asked; each++)
            if (!questions[each].within && questions[each].plies == layer - 1)
                each_move(boards[each], (layer - 1) % 2 ? BLACK : WHITE, print_move, &questions[each]);
    }
    return 0;
}
