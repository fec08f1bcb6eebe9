"""What the release 0.1 left behind: its database with ten matches (five over, five running), and the records that it
exported of the five. Made by that release itself; never made anew."""
