#!/bin/sh
# Start the browser $CHROMIUM with one list of disabled features.
#
# Chromium heeds only the last --disable-features on its command line. Playwright passes its own list there, and what
# the tests pass comes after it and would replace it. So all lists become one.
features=
for argument do
    shift
    case "$argument" in
        --disable-features=*) features="$features${features:+,}${argument#*=}" ;;
        *) set -- "$@" "$argument" ;;
    esac
done
exec "$CHROMIUM" "$@" "--disable-features=$features"
