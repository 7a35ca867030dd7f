using System.Runtime.CompilerServices;
using Mono.Addins;

[assembly: Addin("Mongoose", "0.3.0")]
// A literal: the constant of the OpenSim version compiled against would exclude compatible older versions.
[assembly: AddinDependency("OpenSim.Region.Framework", "0.9.3.0")]
[assembly: AddinDependency("LindenUDP", "0.9.3.0")]
[assembly: InternalsVisibleTo("Mongoose.Server.Tests")]
