namespace Mongoose.Testbed.Reports.Plots;

/// <summary>Shortens names by the prefix and suffix that they share: "reno" and "circuit" if both end in ".goodputKbps".</summary>
internal static class ShortNames
{
    private static readonly char[] Joints = ['.', ':'];

    /// <summary>
    /// Returns short names in the same order. The prefix ends, and the suffix starts, with a dot or colon; a single name is not shortened.
    /// </summary>
    public static string[] From(IReadOnlyList<string> names)
    {
        if (names.Count < 2)
            return [.. names];
        int head = names.Min(name => name.LastIndexOfAny(Joints)) + 1;
        while (head > 0 && !(names.All(name => name[..head] == names[0][..head]) && Joints.Contains(names[0][head - 1])))
            head--;
        string[] rests = names.Select(name => name[head..]).ToArray();
        string tail = Tail(rests[0]);
        bool shared = tail.Length > 0 && rests.All(rest => Tail(rest) == tail && rest.Length > tail.Length);
        return shared ? rests.Select(rest => rest[..^tail.Length]).ToArray() : rests;
    }

    private static string Tail(string name)
    {
        int joint = name.LastIndexOfAny(Joints);
        return joint < 0 ? "" : name[joint..];
    }
}
