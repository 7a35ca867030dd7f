namespace Mongoose.Testbed.Compatibility;

/// <summary>One foreign assembly in the outcome.</summary>
/// <param name="Assembly">Simple name.</param>
/// <param name="Needs">Version that is referred to; the installation's must not be lower.</param>
/// <param name="Has">Version that is installed; null if none is.</param>
/// <param name="Types">Types used.</param>
/// <param name="Members">Members used, each in each way.</param>
/// <param name="Mismatches">How many things are not as needed.</param>
internal sealed record AssemblyRow(string Assembly, Version Needs, Version? Has, int Types, int Members, int Mismatches);
