using System.Runtime.CompilerServices;
using Mono.Addins;

[assembly: Addin("Mongoose", "0.2.0")]
// A literal: the constant of the OpenSim compiled against would exclude every older one that works as well.
[assembly: AddinDependency("OpenSim.Region.Framework", "0.9.3.0")]
[assembly: AddinDependency("LindenUDP", "0.9.3.0")]
[assembly: InternalsVisibleTo("Mongoose.Server.Tests")]
