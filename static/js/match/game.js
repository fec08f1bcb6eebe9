/* What one game's own script adds to the match page before the page begins (alfapower has nothing to add). All of it
   may be missing:

   placement(pending)   what lies, [square, laid] each, as the server reads a placement
   take(placement)      lay what a draft has beside letters; the signs of what has no place any more
   holds(laid)          the tiles of the hand, by their indices, that one laid tile is made of
   renumber(laid, now)  the same when the hand has come anew; `now` maps an index to the one it has now
   opens(cell, ri)      whether that tile may be put there; null as for any letter
   put(ri, row, col)    lay a tile that is laid in a way of its own; whether it was one
   tap(row, col)        a tap on a square; whether it meant something of the game's own
   key(event)           a key on the board; whether it did
   turnAt(row, col)     the way, "down" or "across", that typing goes on from a square; undefined as before
   name(tile)           what a tile that is no letter is called
   drawn(cell, laid)    a laid tile has been drawn on its square
   allDrawn()           so has everything
   worth(quote)         the readout as HTML, and kind(quote) the class it has */
export const game = {};
