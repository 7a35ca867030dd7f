using System.Reflection;
using System.Reflection.PortableExecutable;

namespace Mongoose.Testbed.Compatibility;

/// <summary>A file that should be a .NET assembly. Nothing is loaded.</summary>
/// <param name="Path">Where it is.</param>
internal sealed record AssemblyFile(string Path)
{
    /// <summary>Whether the file has all the bytes that its headers name.</summary>
    public bool IsComplete
    {
        get
        {
            try
            {
                using FileStream file = File.OpenRead(Path);
                using PEReader reader = new(file);
                return reader.HasMetadata && reader.PEHeaders.SectionHeaders.All(section => section.PointerToRawData + section.SizeOfRawData <= file.Length);
            }
            catch (BadImageFormatException)
            {
                return false;
            }
        }
    }

    /// <summary>What a file that is not complete is called in messages.</summary>
    public string Damage => $"{Path} is damaged or was cut off ({new FileInfo(Path).Length} bytes)";

    /// <summary>The name that the assembly gives itself; null if the file is not an assembly.</summary>
    public AssemblyName? Name
    {
        get
        {
            try
            {
                return AssemblyName.GetAssemblyName(Path);
            }
            catch (Exception exception) when (exception is BadImageFormatException or FileLoadException)
            {
                return null;
            }
        }
    }
}
