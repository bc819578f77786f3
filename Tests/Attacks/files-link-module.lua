-- A module that is a link to a file outside the folder. Expected: a located error.
-- link: part.lua /etc/hostname
-- expect: error link|module
require "part"
