-- Kontor writes some texts itself, such as the day of a seminar: each device is sent that of the language it is used in.
ALTER TABLE pushes ADD text_en text;
