"""AlfaPower: two players, coins and power-ups, Alfa tiles. The first game, and the measure of the others."""
