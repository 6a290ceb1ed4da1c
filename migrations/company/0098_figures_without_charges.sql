-- What products come to is without recargo, tips and fees, which are lines of their own beside them: days are added up again.
UPDATE figure_days SET is_stale = TRUE;
