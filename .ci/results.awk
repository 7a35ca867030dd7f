# Reads the result files (trx) of one or more test runs, in the order of the runs, and prints what `show` names:
#   counts   "passed failed skipped", each case once, with the outcome of its last run
#   skipped  a filter for `dotnet test` that selects the methods with cases that were skipped
#   slow     cases that took longer than `limit` seconds, longest first once sorted

function attribute(line, name,    at, rest) {
    at = index(line, " " name "=\"")
    if (at == 0) return ""
    rest = substr(line, at + length(name) + 3)
    return substr(rest, 1, index(rest, "\"") - 1)
}

function seconds(time,    parts) {
    split(time, parts, ":")
    return parts[1] * 3600 + parts[2] * 60 + parts[3]
}

FNR == 1 { delete seen }

/<UnitTestResult / {
    # Cases whose long arguments are cut share an id.
    id = attribute($0, "testId")
    test[id "#" ++seen[id]] = id
    id = id "#" seen[id]
    outcome[id] = attribute($0, "outcome")
    taken[id] = seconds(attribute($0, "duration"))
    title[id] = attribute($0, "testName")
}

/<UnitTest / { id = attribute($0, "id") }

/<TestMethod / {
    holder[id] = attribute($0, "className")
    sub(/\(.*/, "", holder[id])
}

END {
    for (id in outcome) {
        class = holder[test[id]]
        if (outcome[id] == "Passed") passed++
        else if (outcome[id] == "NotExecuted" || outcome[id] == "Inconclusive") skipped++
        else failed++
        if (show == "skipped" && outcome[id] == "NotExecuted") {
            method = title[id]
            sub(/\(.*/, "", method)
            wanted[class "." method]
        }
        if (show == "slow" && outcome[id] != "NotExecuted" && taken[id] > limit) printf "%6.1f s  %s.%s\n", taken[id], class, title[id]
    }
    if (show == "counts") print passed + 0, failed + 0, skipped + 0
    if (show == "skipped") {
        for (method in wanted) filter = filter (filter == "" ? "" : "|") "FullyQualifiedName~" method
        print filter
    }
}
