using System.Reflection;
using System.Reflection.PortableExecutable;

namespace Mongoose.Testbed.Compatibility;

/// <summary>A file that should be a .NET assembly. Nothing is loaded.</summary>
/// <param name="Path">The path of the file.</param>
internal sealed record AssemblyFile(string Path)
{
    /// <summary>Whether the file contains all bytes that its headers declare.</summary>
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

    /// <summary>The description of an incomplete file in messages.</summary>
    public string Damage => $"{Path} is damaged or was cut off ({new FileInfo(Path).Length} bytes)";

    /// <summary>The name in the assembly's metadata; null if the file is not an assembly.</summary>
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
