using Mongoose.Mixer.Commands;
using Mongoose.Runtime.CommandLine;
using Mongoose.Runtime.Terminals;

Terminal.Guard();
return ProgramRun.Guarded(MixerCommand.Program, Console.Error, () => MixerCommand.Run(args, Console.Out, Console.Error));
