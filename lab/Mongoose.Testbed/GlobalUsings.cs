global using Mongoose.Runtime.CommandLine;
global using Mongoose.Runtime.Output;
