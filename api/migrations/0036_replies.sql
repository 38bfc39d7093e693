-- Replies that the office keeps ready for its chats and for support.
CALL make_records('replies', 'name text COLLATE kontor NOT NULL, text text COLLATE kontor NOT NULL,
  used_in text NOT NULL CHECK (used_in IN (''both'', ''chat'', ''support''))');
CALL keep_unique('replies', 'name');
