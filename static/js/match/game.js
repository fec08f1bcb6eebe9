/* What one game's own script adds to the match page before the page begins (alfapower has nothing to add). All of it
   may be missing:

   placement(pending)   what lies, [square, laid] each, as the server reads a placement
   take(placement)      lay what a draft has beside letters; the signs of what has no place any more
   takeUp(placement)    before the letters: pick up what a draft has picked up on the board
   holds(laid)          the tiles of the hand, by their indices, that one laid tile is made of
   renumber(laid, now)  the same when the hand has come anew; `now` maps an index to the one it has now
   opens(cell, ri)      whether that tile may be put there; null as for any letter
   liftable(row, col)   the index of the tile that may be picked up there, below 0 for one of the board; or null
   carry(ri, row, col)  lay a tile of the board on a square; whether it may lie there
   letGo(ri, at, inRack)  a pointer has let one go on a square, over the rack, or (neither) nowhere
   tapRack(ri)          a tap on a tile of the rack; whether it meant something of the game's own
   put(ri, row, col)    lay a tile that is laid in a way of its own; whether it was one
   tap(row, col)        a tap on a square; whether it meant something of the game's own
   key(event)           a key on the board; whether it did
   turnAt(row, col)     the way, "down" or "across", that typing goes on from a square; undefined as before
   name(tile)           what a tile that is no letter is called
   beforeDrawn()        everything is about to be drawn
   drawn(cell, laid)    a laid tile has been drawn on its square
   allDrawn()           so has everything
   worth(quote)         the readout as HTML, and kind(quote) the class it has */
export const game = {};
