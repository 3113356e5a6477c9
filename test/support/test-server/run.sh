#!/bin/sh
# Temporal's time-skipping test server from Maven Central; test/support/setup.ts fetches the jars and archives the classes.
lib="${XDG_CACHE_HOME:-$HOME/.cache}/sotto/temporal-test-server-1.32.0"
exec java -XX:+UseSerialGC -XX:TieredStopAtLevel=1 -Xshare:auto -XX:SharedArchiveFile="$lib.jsa" -cp "$lib/*" io.temporal.testserver.TestServer "$@"
