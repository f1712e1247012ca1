#!/bin/sh
# A bot as a shell script that speaks Breakaway's protocol (docs/protocol.md). It takes the first legal code each time.
# Try it: breakaway watch fate --coaches "cmd:sh examples/protocol_bot.sh" --seed 1
first() { # the first code in a message's list "codes"
    printf '%s\n' "$1" | sed -n 's/.*"codes":\[\([0-9]*\).*/\1/p'
}
number() { # the number in a message's field $2
    printf '%s\n' "$1" | sed -n "s/.*\"$2\":\([0-9]*\).*/\1/p"
}
answer() { # adds a code to the order; then asks what may follow, or gives the whole order
    order=${order:+$order,}$1
    left=$((left - 1))
    if [ "$left" -gt 0 ]; then
        printf '{"type":"legal","begun":[%s]}\n' "$order"
    else
        printf '{"type":"choose","id":%s,"order":[%s]}\n' "$id" "$order"
    fi
}
while read -r line; do
    case $line in
    '{"type":"hello"'*) echo '{"type":"hello","protocol":1,"name":"first choice in sh","observe":false}' ;;
    '{"type":"choose"'*)
        id=$(number "$line" id) left=$(number "$line" slots) order=
        answer "$(first "$line")" ;;
    '{"type":"legal"'*) answer "$(first "$line")" ;;
    '{"type":"bye"'*) exit 0 ;;
    esac
done
