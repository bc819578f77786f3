-- A module that is a link out of the folder. Expected: a located error.
-- link: part.lua /etc/hostname
-- expect: error link|module
require "part"
