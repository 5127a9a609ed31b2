/* A second checker of proofs on the infinite board, of the plain form (docs/certificates.md), for large trees.

   cc -O2 -o plain_checker plain_checker.c && ./plain_checker tree.txt

   It does what plain_checker.py does: it goes from the top down, believes the replies that the file names, and
   holds every node against the three conditions of docs/infinite.md as they are stated. It prints how many
   positions of the defender there are and ends with 0, or prints which condition is broken and ends with 1. */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { REACH = 60, MARGIN = 70, SIDE = 2 * MARGIN + 1, MOST_PASSES = 8, MOST_STONES = 1000, DEEPEST = 400 };
enum { EMPTY, OWN, OTHER };

typedef struct { int x, y; } Point;

static FILE *file;
static int row, passes, depth, others;
static long nodes;
static unsigned char board[SIDE][SIDE];
static unsigned char answered[MOST_PASSES][SIDE][SIDE]; /* the replies at each pass on the way */
static Point other[MOST_STONES];
static const Point steps[4] = {{1, 0}, {0, 1}, {1, 1}, {-1, 1}};

static void fail(const char *reason) {
    printf("%s\n", reason);
    exit(1);
}

static int number(void) {
    int value;
    if (fscanf(file, "%d", &value) != 1) fail("a number is expected");
    return value;
}

static Point point(void) {
    Point p;
    p.x = number();
    p.y = number();
    if (abs(p.x) > REACH || abs(p.y) > REACH) fail("a cell is too far away for this checker");
    return p;
}

static unsigned char *at(Point p) { return &board[p.y + MARGIN][p.x + MARGIN]; }

static void expect(const char *word) {
    char found[8];
    if (fscanf(file, "%7s", found) != 1 || strcmp(found, word) != 0) fail("another word is expected");
}

static Point cell_of_window(Point p, int step, int back, int place) {
    Point cell = {p.x + (place - back) * steps[step].x, p.y + (place - back) * steps[step].y};
    return cell;
}

static int has_row(Point move) {
    for (int step = 0; step < 4; step++)
        for (int back = 0; back < row; back++) {
            int own = 0;
            for (int place = 0; place < row; place++) own += *at(cell_of_window(move, step, back, place)) == OWN;
            if (own == row) return 1;
        }
    return 0;
}

/* Condition 2 for the windows with a stone of the defender; the others hold passes alone. */
static void check_windows(void) {
    if (passes > row - 2) fail("condition 2: too many passes far away");
    for (int which = 0; which < others; which++)
        for (int step = 0; step < 4; step++)
            for (int back = 0; back < row; back++) {
                int stones = 0, owns = 0;
                unsigned char is_open[MOST_PASSES] = {0};
                for (int place = 0; place < row; place++) {
                    Point cell = cell_of_window(other[which], step, back, place);
                    unsigned char stone = *at(cell);
                    owns += stone == OWN;
                    stones += stone == OTHER;
                    if (stone == EMPTY)
                        for (int pass = 0; pass < passes; pass++)
                            is_open[pass] |= !answered[pass][cell.y + MARGIN][cell.x + MARGIN];
                }
                for (int pass = 0; pass < passes; pass++) stones += is_open[pass];
                if (owns == 0 && stones > row - 2) fail("condition 2: too many stones in a window");
            }
}

static void attack(void);

static void defend(int count) {
    Point *replies = malloc(sizeof(Point) * (size_t)(count + 1));
    if (replies == NULL || passes >= MOST_PASSES) fail("the tree is too large for this checker");
    nodes++;
    expect("e");
    memset(answered[passes], 0, sizeof answered[passes]);
    for (int which = 0; which < count; which++) {
        replies[which] = point();
        unsigned char *cell = &answered[passes][replies[which].y + MARGIN][replies[which].x + MARGIN];
        if (*cell) fail("a reply stands twice");
        *cell = 1;
    }
    check_windows();
    passes++;
    attack();
    passes--;
    for (int which = 0; which < count; which++) {
        expect("r");
        Point reply = point();
        if (reply.x != replies[which].x || reply.y != replies[which].y) fail("another reply is expected");
        if (*at(reply) != EMPTY) fail("a stone is there");
        if (others == MOST_STONES) fail("the tree is too deep for this checker");
        *at(reply) = OTHER;
        other[others++] = reply;
        attack();
        others--;
        *at(reply) = EMPTY;
    }
    free(replies);
}

static void attack(void) {
    char word[16], *end;
    if (++depth > DEEPEST) fail("the tree is too deep for this checker");
    expect("m");
    Point move = point();
    if (fscanf(file, "%15s", word) != 1) fail("the tree ends too early");
    if (*at(move) != EMPTY) fail("a stone is there");
    for (int pass = 0; pass < passes; pass++)
        if (!answered[pass][move.y + MARGIN][move.x + MARGIN])
            fail("condition 1: the attacker plays where a stone may be");
    *at(move) = OWN;
    if (strcmp(word, "*") == 0) {
        if (!has_row(move)) fail("condition 3: no row");
    } else {
        long count = strtol(word, &end, 10);
        if (*end != '\0' || count < 0 || count > SIDE * SIDE) fail("a number of replies is expected");
        defend((int)count);
    }
    *at(move) = EMPTY;
    depth--;
}

int main(int count, char **arguments) {
    char word[16];
    if (count != 2 || (file = fopen(arguments[1], "r")) == NULL) {
        fprintf(stderr, "usage: plain_checker FILE\n");
        return 2;
    }
    expect("k");
    row = number();
    if (row < 3 || row > 5) fail("such rows cannot be checked");
    for (;;) {
        if (fscanf(file, "%15s", word) != 1) fail("the tree ends too early");
        if (strcmp(word, "go") == 0) break;
        int side = strcmp(word, "a") == 0 ? OWN : strcmp(word, "d") == 0 ? OTHER : EMPTY;
        Point stone = point();
        if (side == EMPTY || *at(stone) != EMPTY || others == MOST_STONES) fail("a stone is expected");
        *at(stone) = (unsigned char)side;
        if (side == OTHER) other[others++] = stone;
    }
    attack();
    if (fscanf(file, "%15s", word) == 1) fail("something follows the tree");
    printf("%ld\n", nodes);
    return 0;
}
