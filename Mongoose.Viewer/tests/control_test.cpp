/**
 * @file control_test.cpp
 * @brief LLMongooseControl with stand-ins for a viewer: when it is on, its cost per frame, and the maximum rate that it requests.
 *
 * Copyright (c) The Mongoose developers
 * SPDX-License-Identifier: BSD-3-Clause
 */

#include "../newview/llmongoosecontrol.h"
#include "check.h"

namespace
{

using namespace std::chrono_literals;

/// A viewer in a region with Mongoose.
struct Viewer
{
    Viewer()
    {
        mRegion.mHasFeatures = true;
        mRegion.mFeatures["OpenSimExtras"]["mongoose"];
        gAgent.mRegion = &mRegion;
        gAgent.mRegionHost = mData.getHost();
        sMessageSystem.mCircuitInfo.mOnly = &mData;
    }

    LLViewerRegion mRegion;
    LLCircuitData mData{ LLHost(9000) };
    LLMongooseControl mControl;
};

/// The requested rate after ten seconds of 12 Mbit/s without loss, in viewer kbit/s.
double largestRate(F32 setting, Checks& checks, F64 granted_kbps = 0)
{
    gSavedSettings["ThrottleBandwidthKBPS"] = setting;
    Viewer viewer;
    viewer.mRegion.mFeatures["OpenSimExtras"]["mongoose"]["max_rate_kbps"] = granted_kbps;
    checks.that(viewer.mControl.update(), "it is on");
    LLMongooseCircuit* circuit = viewer.mData.getMongooseCircuit();
    LLMongoose::Instant now = LLMongooseCircuit::now() + 1s;
    std::uint8_t id = 0;
    checks.that(circuit != nullptr && circuit->tryPing(0, now, id), "a ping is due");
    circuit->onPingReply(id, now + 200ms);
    for (std::uint32_t i = 1; i <= 10000; i++)
    {
        circuit->onPacket(i, false, 1500, now + i * 1ms);
    }
    return circuit->requester().controller().rate().viewerKilobitsPerSecond();
}

void itIsOnWhereTheRegionHasMongoose(Checks& checks)
{
    Viewer viewer;
    viewer.mRegion.mHasFeatures = false;
    checks.that(!viewer.mControl.update(), "off until the region has announced its features");
    viewer.mRegion.mHasFeatures = true;
    checks.that(viewer.mControl.update() && viewer.mControl.isOn(), "on in a region with Mongoose");
    checks.that(sMessageSystem.mSent["StartPingCheck"] == 1, "a ping is sent immediately");
    viewer.mRegion.mHasFeatures = false;
    checks.that(viewer.mControl.update(), "in the next region it stays on until that region has announced its features");
    viewer.mRegion.mFeatures = LLSD();
    viewer.mRegion.mHasFeatures = true;
    const int requests = gViewerThrottle.mSent;
    checks.that(!viewer.mControl.update() && !viewer.mControl.isOn(), "off in a region without Mongoose");
    checks.that(gViewerThrottle.mSent == requests + 1, "the viewer's own request is sent instead");
    checks.that(viewer.mData.getMongooseCircuit() == nullptr, "the circuit is released");
}

void aFrameCopiesNothingOfTheRegion(Checks& checks)
{
    Viewer viewer;
    LLSD::sMapsCopied = 0;
    checks.that(viewer.mControl.update(), "it is on");
    checks.that(LLSD::sMapsCopied == 0, "the region's features are read without copying them");
}

void theLargestRateIsWithinTheViewersBounds(Checks& checks)
{
    checks.that(largestRate(3000.f, checks) == 3000, "the user's setting");
    checks.that(largestRate(50000.f, checks) == 10000, "at most the viewer's maximum for the setting");
    checks.that(largestRate(20.f, checks) == 100, "at least the viewer's minimum for the setting");
    checks.that(largestRate(6000.f, checks, 5120) == 5000, "at most the rate that the region grants");
    checks.that(largestRate(3000.f, checks, 5120) == 3000, "at most the setting if the region grants more");
}

} // namespace

int main()
{
    Checks checks;
    itIsOnWhereTheRegionHasMongoose(checks);
    aFrameCopiesNothingOfTheRegion(checks);
    theLargestRateIsWithinTheViewersBounds(checks);
    return checks.summary("control_test");
}
