namespace Mongoose.Tests.Simulators.Causes.Setups;

/// <summary>A script, in LSL.</summary>
/// <param name="Name">What it does, in words.</param>
/// <param name="Parts">The parts of the simulator that it loads, as the page names them.</param>
internal sealed record ScriptKind(string Name, IReadOnlyList<string> Parts, string Lsl)
{
    /// <summary>Computes without end.</summary>
    public static readonly ScriptKind Busy = new("a loop without end", ["scripts"], """
        default
        {
            state_entry()
            {
                integer i;
                while (TRUE)
                    i = i * 5 + 1;
            }
        }
        """);

    /// <summary>Changes the shape of the object without end, of which the physics engine makes a mesh in the frame.</summary>
    public static readonly ScriptKind Shapes = new("new shapes", ["scripts", "physics"], """
        default
        {
            state_entry()
            {
                while (TRUE)
                {
                    llSetLinkPrimitiveParamsFast(LINK_THIS, [PRIM_TYPE, PRIM_TYPE_TORUS, 0, <0, 1, 0>, 0.3 + llFrand(0.4), <0.3, 0.3, 0>,
                        <1, 0.25, 0>, <0, 0, 0>, <0, 1, 0>, <0, 0, 0>, 3.0, 0, 0]);
                }
            }
        }
        """);

    /// <summary>
    /// Draws the object to a place where all others want to be as well. Sounds of collisions would be a cause of their own: traffic.
    /// </summary>
    public static readonly ScriptKind Drawn = new("drawn to one place", ["physics"], """
        default
        {
            state_entry()
            {
                llCollisionSound("", 0);
                llMoveToTarget(<62, 62, 28>, 0.2);
            }
        }
        """);

    /// <summary>Makes texts of more than 85 kB, which only a collection of the whole heap removes.</summary>
    public static readonly ScriptKind Texts = new("long texts", ["collections"], """
        default
        {
            state_entry()
            {
                string text = "0123456789";
                while (llStringLength(text) < 60000)
                    text += text;
                integer i;
                while (TRUE)
                {
                    string another = text + (string)(++i);
                }
            }
        }
        """);
}
